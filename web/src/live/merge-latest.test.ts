import { serverFrameOf } from "@heliograph/client";
import { expect, test } from "vitest";
import { merged } from "./merge-latest.ts";

const before = { a: [{ ts: 10, value: "1" }], b: [{ ts: 10, value: "2" }] };

test("[TEL4] news replaces what is older, and nothing that is newer", () => {
  const after = merged(before, { a: { ts: 11, value: 5 }, b: { ts: 9, value: 6 }, c: { ts: 1, value: true } });

  expect(after).toEqual({ a: [{ ts: 11, value: 5 }], b: before.b, c: [{ ts: 1, value: true }] });
});

test("a key that is gone is gone, and a key named like a property of objects is a key", () => {
  const after = merged(before, { a: null, ["__proto__"]: { ts: 1, value: 1 } });

  expect(Object.keys(after).sort()).toEqual(["__proto__", "b"]);
});

test("[TEL3] integers beyond a double keep their digits in a frame", () => {
  const frame = serverFrameOf('{"type":"change","id":1,"telemetry":{"n":{"ts":1,"value":9223372036854775807}}}');

  expect(frame).toMatchObject({ telemetry: { n: { value: "9223372036854775807" } } });
});

test("a frame that cannot be read is nobody's", () => {
  expect([serverFrameOf("{"), serverFrameOf("7"), serverFrameOf("{}")]).toEqual([undefined, undefined, undefined]);
});
