import { expect } from "vitest";
import { JsonDocument, type TelemetryValue } from "../../../server/src/core/telemetry/index.ts";
import { comparable } from "./model.ts";
import { p, type Scenario } from "./scenario.ts";

/** What goes in comes out: every kind of value, its limits, and any key. */
export const valueScenarios: readonly Scenario[] = [
  {
    name: "[TEL3] every kind of value comes back as it was, limits included",
    async *steps(at) {
      const numbers = [
        0,
        -0,
        1,
        -1,
        0.1,
        21.35,
        5e-324,
        -5e-324,
        1.7976931348623157e308,
        2 ** 53 - 1,
        -(2 ** 53 - 1),
        1e300,
        2 ** 31,
        -(2 ** 31),
        123456.789,
      ];
      const integers = [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n), 2n ** 64n, -(10n ** 400n)];
      const strings = ["", "ok", "a\u0000b", "💡 Grüße", "\ud800 alone", "x".repeat(100_000), "null", "__proto__"];
      const documents = [
        "{}",
        "[]",
        '{"a":{"b":[1,2,{"c":null}]}}',
        `${"[".repeat(200)}1${"]".repeat(200)}`,
        '{"n":12345678901234567890}',
      ];
      const given: TelemetryValue[] = [
        ...numbers,
        ...integers,
        ...strings,
        true,
        false,
        ...documents.map((text) => new JsonDocument(text)),
      ];

      yield at.append(...given.map((value, i) => p(i, value, "mixed")));
      for (const [i, value] of given.entries()) await at.store.append(at.pump, [p(i, value, `own ${i}`)]);
      yield;

      expect(await at.all("mixed")).toEqual(comparable(given.map((value, i) => p(i, value))));
      const latest = await at.store.latest(at.pump, "all");
      for (const [i, value] of given.entries()) {
        expect(comparable([latest.get(`own ${i}`) ?? p(0, "missing")])).toEqual(comparable([p(i, value)]));
      }
    },
  },
  {
    name: "[TEL3] a bigint that a number can hold comes back as that number",
    async *steps(at) {
      yield at.append(p(1, 42n), p(2, -(2n ** 53n) + 1n));

      expect(await at.values()).toEqual([42, -(2 ** 53) + 1]);
    },
  },
  {
    name: "[TEL3] a key may change its type over time",
    async *steps(at) {
      yield at.append(p(1, 1), p(2, 2.5));
      yield at.append(p(3, "three"), p(4, true));
      yield at.append(p(5, new JsonDocument('{"six":6}')), p(6, 7n ** 40n), p(7, 8));

      expect(await at.all()).toEqual([
        [1, 1],
        [2, 2.5],
        [3, "three"],
        [4, true],
        [5, { json: '{"six":6}' }],
        [6, 7n ** 40n],
        [7, 8],
      ]);
    },
  },
  {
    name: "[TEL3] keys are kept verbatim",
    async *steps(at) {
      const keys = [
        "a.b/c d",
        "__proto__",
        "constructor",
        "toString",
        "ключ",
        "💡",
        "x".repeat(256),
        "💡".repeat(256),
        " ",
        "a,b",
        "nul\u0000",
        "'; DROP",
        "%",
      ];
      yield at.append(...keys.map((key, i) => p(i, i, key)));

      expect(await at.store.keys(at.pump)).toEqual([...keys].sort());
      for (const [i, key] of keys.entries()) expect(await at.all(key)).toEqual([[i, i]]);
      expect([...(await at.store.latest(at.pump, { only: keys })).values()].map(({ value }) => value).sort()).toEqual(
        keys.map((_, i) => i).sort(),
      );
    },
  },
];
