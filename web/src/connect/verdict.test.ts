import type { CommunicationRecord, RefusedContact } from "@heliograph/contract";
import { expect, test } from "vitest";
import { heardLines } from "./heard-lines.ts";
import { type Heard, verdictOf } from "./verdict.ts";

const nothing: Heard = { entries: [], refused: [], isSeen: false, hasValue: false, hasFile: false };
const entry = (more: Partial<CommunicationRecord>): CommunicationRecord => ({
  id: { entityType: "COMMUNICATION", id: "1" },
  ...{ time: 10, kind: "MESSAGE_REJECTED", direction: "IN", transport: "MQTT", messageId: 1, size: 20 },
  ...{ summary: "Message on telemetry rejected", error: "no", payload: null, ...more },
});
const contact = (more: Partial<RefusedContact> = {}): RefusedContact => ({
  ...{ time: 20, transport: "HTTP", reason: "TOKEN_UNKNOWN", request: null, tokenLength: 19, size: 46, ...more },
});
const states = (heard: Partial<Heard>) => Object.values(verdictOf({ ...nothing, ...heard }).checks).join(" ");
const problem = (heard: Partial<Heard>) => verdictOf({ ...nothing, ...heard }).problem;

test("[17/20] nothing came: everything is open, and nothing is wrong", () => {
  expect([states({}), problem({})]).toEqual(["open open open open open", undefined]);
});

test("[17/20] a connection without a message has a good token, and the rest is open", () => {
  const connected = [entry({ kind: "CONNECT", error: null, summary: "Connected" })];

  expect(states({ entries: connected })).toBe("good good open open open");
  expect(states({ isSeen: true })).toBe("good good open open open");
});

test.each([
  ["TOKEN_UNKNOWN", "token", "good bad open open open"],
  ["TOKEN_MISSING", "noToken", "good bad open open open"],
  ["ADDRESS_UNKNOWN", "address", "good good bad open open"],
  ["METHOD_WRONG", "method", "good good bad open open"],
] as const)("[17/20] %s is a problem of the %s", (reason, kind, shown) => {
  const heard = { refused: [contact({ reason })] };

  expect([problem(heard)?.kind, states(heard)]).toEqual([kind, shown]);
});

test("[17/20] a wrong topic is named", () => {
  const heard = { entries: [entry({ summary: "Message on v1/device/telemetry rejected" })] };

  expect(problem(heard)).toMatchObject({ kind: "topic", topic: "v1/device/telemetry" });
  expect(states(heard)).toBe("good good bad open open");
});

test("[17/20] bad JSON is told with its place, where all of it was kept", () => {
  expect(problem({ entries: [entry({ payload: '{"a": 1 "b": 2}' })] })).toMatchObject({
    ...{ kind: "json", fault: { line: 1, column: 9, wanted: "comma" } },
  });
  expect(problem({ entries: [entry({ payload: '{"a": 1…' })] })?.kind).toBe("rejected");
  expect(problem({ entries: [entry({ payload: '{"a": [1]}' })] })?.kind).toBe("rejected");
});

test("[17/20] a message without a value went well but for the last step", () => {
  const heard = { entries: [entry({ kind: "MESSAGE_EMPTY", error: null })] };

  expect([problem(heard)?.kind, states(heard)]).toEqual(["empty", "good good good good bad"]);
});

test("[17/20] the newest thing that went wrong is told, and nothing once a value or a file is there", () => {
  const both = { entries: [entry({ time: 10 })], refused: [contact({ time: 20 })] };

  expect(problem(both)?.kind).toBe("token");
  expect(problem({ ...both, refused: [contact({ time: 5 })] })?.kind).toBe("rejected");
  expect([problem({ ...both, hasValue: true }), states({ ...both, hasFile: true })]).toEqual([
    undefined,
    "good good good good good",
  ]);
});

test("[17/20] wrong topics and messages that are no JSON are told one by one, beside contacts of nobody", () => {
  const json = entry({ time: 15, summary: "Message on telemetry rejected", payload: '{"a" 1}' });
  const rest = entry({ time: 12, transport: "HTTP", summary: "POST telemetry rejected", payload: "x" });
  const topic = entry({ time: 30, summary: "Message on v1/device/telemetry rejected" });
  const fine = entry({ kind: "CONNECT", error: null, summary: "Connected" });
  const refused = [contact({ request: "POST /api/v1/:token/telemetry" })];

  const lines = heardLines({ entries: [topic, json, rest, fine], refused });

  expect(lines.map(({ transport, place, reason }) => [transport, place, reason])).toEqual([
    ["MQTT", "v1/device/telemetry", "topic"],
    ["HTTP", "POST /api/v1/…/telemetry", "TOKEN_UNKNOWN"],
    ["MQTT", "telemetry", "json"],
    ["HTTP", "POST telemetry", "json"],
  ]);
});

test("[17/20] a wrong address or method under the device's own token is a problem of the place, and told once", () => {
  const stray = (error: string) => entry({ transport: "HTTP", summary: "POST telemetri rejected", error });
  const address = stray("There is no such address: behind /api/v1/{token}/ are telemetry and claim");

  expect([problem({ entries: [address] })?.kind, states({ entries: [address] })]).toEqual([
    "address",
    "good good bad open open",
  ]);
  expect(problem({ entries: [stray("GET is not possible here, only POST")] })?.kind).toBe("method");
  expect(heardLines({ entries: [address], refused: [] })).toMatchObject([
    { place: "POST telemetri", reason: "ADDRESS_UNKNOWN" },
  ]);
});
