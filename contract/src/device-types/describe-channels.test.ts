import { expect, test } from "vitest";
import type { Channel } from "./channel.ts";
import { describeChannels, nameIn } from "./describe-channels.ts";
import { keyMatcher } from "./key-pattern.ts";
import { severityOf, stateOf, unitText } from "./value-meaning.ts";

const type: Channel[] = [
  { key: "*_temp", unit: "Cel", name: "Any temperature" },
  { key: "bearing_*_temp", unit: "Cel", name: "Bearing *", names: { de: "Lager *" } },
  { key: "oil_temp", unit: "K", decimals: 1, limits: { warnAbove: 90, alarmAbove: 100 } },
  { key: "speed", pinned: true },
];

test("[TYP2] a key of its own counts before patterns, and of these the first that fits", () => {
  const describe = describeChannels({ type });

  expect(describe("oil_temp")).toMatchObject({ key: "oil_temp", name: "oil_temp", unit: "K", isDescribed: true });
  expect(describe("bearing_3_temp")).toMatchObject({ name: "Any temperature bearing_3" });
  const bearing = describeChannels({ type: type.slice(1) })("bearing_3_temp");
  expect([bearing.name, nameIn(bearing, "de-AT"), nameIn(bearing, "fr")]).toEqual([
    "Bearing 3",
    "Lager 3",
    "Bearing 3",
  ]);
});

test("[TYP2] a device says otherwise, field by field; its own unit counts where nothing is said", () => {
  const overrides = [{ key: "oil_temp", limits: { alarmAbove: 80 } }];
  const describe = describeChannels({ type, overrides, unitOf: () => "m" });

  expect(describe("oil_temp")).toMatchObject({ unit: "K", decimals: 1, limits: { alarmAbove: 80 } });
  expect(describe("speed").unit).toBe("m");
  expect(describe("other")).toMatchObject({ name: "other", unit: "m", isDescribed: false, kind: "number" });
});

test("[TYP2] pinned channels come first, then in the type's order, the rest behind", () => {
  const describe = describeChannels({ type });
  const keys = ["zzz", "oil_temp", "a_temp", "speed"];

  expect(keys.toSorted((a, b) => describe(a).order - describe(b).order)).toEqual([
    "speed",
    "a_temp",
    "oil_temp",
    "zzz",
  ]);
});

test.each([
  ["*", "", [""]],
  ["*", "anything", ["anything"]],
  ["a*b*c", "aXbYc", ["X", "Y"]],
  ["a*b*c", "abc", ["", ""]],
  ["a*bc", "abc", [""]],
  ["a*ba", "aba", [""]],
  ["ab*ba", "aba", undefined],
  ["a**b", "axb", ["", "x"]],
  ["a*", "b", undefined],
  ["a*x*b", "ab", undefined],
])("[TYP2] the pattern %s and the key %s: %j", (pattern, key, stars) => {
  expect(keyMatcher(pattern)(key)).toEqual(stars);
});

test("[TYP2] patterns made to be slow are not: a hundred stars that fit nothing, ten thousand that fit everything", () => {
  const nothing = `${"*a".repeat(100)}b`;
  const channels = Array.from({ length: 10_000 }, (_, n) => ({ key: n === 0 ? nothing : `*${"*".repeat(n % 50)}x` }));
  const describe = describeChannels({ type: channels });

  expect(describe("a".repeat(256)).isDescribed).toBe(false);
  expect(describe(`${"a".repeat(255)}x`).isDescribed).toBe(true);
});

test("[TYP2] a value at a limit is beyond it; states and texts of numbers count, too", () => {
  const limits = { alarmBelow: 0, warnBelow: 5, warnAbove: 90, alarmAbove: 100 };
  const severities = [-1, 0, 5, 6, "90", 100, 101n, "hot", null].map((value) => severityOf({ limits }, value));
  const states = [{ value: 9, name: "Fault", severity: "alarm" as const }, { value: false }];

  expect(severities.join(" ")).toBe("alarm alarm warning normal warning alarm alarm normal normal");
  expect([severityOf({ states }, "9"), severityOf({ states, limits }, false)]).toEqual(["alarm", "normal"]);
  expect(stateOf({ states }, "false")).toBe(states[1]);
  expect([unitText("Cel"), unitText("bar"), unitText("toString")]).toEqual(["°C", "bar", "toString"]);
});
