import { expect, test } from "vitest";
import { makeReport, publishAttribute, queueCommand, tellPeople } from "../../../core/rules/index.ts";
import { namedOutcome } from "./action-outcome.ts";

const order = (action: object) =>
  ({
    ...{ key: "t:0", tenantId: "t", deviceId: "d", hops: 0, rule: { id: "r", name: "Hot", version: 1 }, action },
    transition: { ts: 1, now: 2, occasion: "RAISED", severity: "MAJOR", alarmType: "Hot", values: { a: 7 } },
  }) as never;
const running = new AbortController().signal;

test("[RUL4] what actions come to has a name, whatever carries them out", async () => {
  const nobody = { misnamed: async () => [] };
  const tell = tellPeople({ tell: async () => undefined }, nobody, { waitMs: 0, everyMs: 0 });
  const queue = queueCommand({ queue: async () => ({ id: "c1" }) as never });
  const report = makeReport({ isFor: async () => true, runByRule: async () => ({ name: "Daily values" }) });
  const write = publishAttribute({ write: async () => undefined } as never);

  const outcomes = [
    await tell.carryOut(order({ kind: "NOTIFY", recipients: {} }), running),
    await queue.carryOut(order({ kind: "COMMAND", type: "SCPI", text: "*RST" }), running),
    await report.carryOut(order({ kind: "REPORT", reportId: "r" }), running),
    await write.carryOut(order({ kind: "PUBLISH_ATTRIBUTE", key: "limit", value: 7, scope: "SERVER_SCOPE" }), running),
  ];

  expect(outcomes.map(namedOutcome)).toEqual([
    { code: "COLLECTED", params: {} },
    { code: "QUEUED_AS", params: { id: "c1" } },
    { code: "REPORT_BEGUN", params: { name: "Daily values" } },
    { code: "VALUE_WRITTEN", params: { key: "limit", value: "7" } },
  ]);
});

test.each([
  [
    "told to ada (INBOX, MAIL), bob (MAIL) and 4 more",
    "TOLD_TO_MORE",
    { whom: "ada (INBOX, MAIL), bob (MAIL)", more: "4" },
  ],
  [
    "silenced (MAINTENANCE, Overhaul): called when that is over",
    "SILENCED",
    { why: "MAINTENANCE", detail: "Overhaul" },
  ],
  ["12 rules one after another led to it", "TOO_MANY_RULES", { rules: "12" }],
  ["503 Service Unavailable", undefined, undefined],
  [null, undefined, undefined],
])("[RUL4] %s is told by name: %s", (result, code, params) => {
  expect(namedOutcome(result)).toEqual(code === undefined ? {} : { code, params });
});
