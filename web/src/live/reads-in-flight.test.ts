import type { TelemetryPoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { ReadsInFlight } from "./reads-in-flight.ts";

test("[TEL4] of an answer and what was told while it was waited for, the newer counts", async () => {
  const reads = new ReadsInFlight();
  const answer = Promise.withResolvers<TelemetryPoints>();

  const read = reads.read("pump", () => answer.promise);
  reads.tell("pump", { a: { ts: 20, value: 2 }, b: { ts: 5, value: 2 }, d: { ts: 1, value: 1 } });
  reads.tell("pump", { c: null, d: { ts: 2, value: 2 } });
  reads.tell("another", { a: { ts: 30, value: 3 } });
  answer.resolve({ a: [{ ts: 10, value: "1" }], b: [{ ts: 10, value: "1" }], c: [{ ts: 10, value: "1" }] });

  expect(await read).toEqual({
    a: [{ ts: 20, value: 2 }],
    b: [{ ts: 10, value: "1" }],
    d: [{ ts: 2, value: 2 }],
  });
});

test("what was told before a question belongs to its answer", async () => {
  const reads = new ReadsInFlight();
  reads.tell("pump", { a: { ts: 20, value: 2 } });

  expect(await reads.read("pump", async () => ({}))).toEqual({});
});
