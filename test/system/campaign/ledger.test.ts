import type { CommandRecord, CommandStatus } from "@heliograph/contract";
import { expect, test } from "vitest";
import { CommandLedger } from "./command-ledger.ts";
import { compareNumbers, Ledger } from "./ledger.ts";
import { keptBehind, PushLedger } from "./push-ledger.ts";

const kindsOf = (findings: readonly { readonly kind: string }[]) => findings.map(({ kind }) => kind);

test("[REL1] a ledger notices what was acknowledged and is gone, has another value, is back, or nobody wrote", () => {
  const ledger = new Ledger<string, string>();
  for (const key of ["gone", "other", "back", "right"]) ledger.settle(key, "value");
  ledger.settle("back", undefined);

  const there = new Map([
    ["other", "old"],
    ["back", "value"],
    ["right", "value"],
    ["nobody's", "value"],
  ]);

  expect(kindsOf(ledger.compare(there))).toEqual(["lost", "lost", "returned", "foreign"]);
});

test("[REL1] what was under way may be there or not, but stays as it was seen after the restart", () => {
  const ledger = new Ledger<string, string>();
  ledger.intend("key", "value");

  expect(ledger.compare(new Map())).toEqual([]);
  expect(kindsOf(ledger.compare(new Map([["key", "value"]])))).toEqual(["returned"]);
});

test("[CLU5] a push of a write that nobody answered may come late where the ledger is told so, once, and no other", () => {
  const ledger = new PushLedger(true);
  for (const number of [1, 2, 4]) ledger.wrote(number);
  for (const number of [1, 2, 4, 3]) ledger.receive(number);
  expect(ledger.takeFindings()).toEqual([]);

  for (const number of [3, 2]) ledger.receive(number);

  expect(kindsOf(ledger.takeFindings())).toEqual(["doubled", "doubled"]);
});

test("[CLU5] what nobody answered may be done after the next request, and a while after a comparison, where the ledger is told so", () => {
  const ledger = new Ledger<string, string>(true);
  for (const key of ["late", "lost"]) {
    ledger.intend(key, "unanswered");
    ledger.intend(key, "acknowledged");
    ledger.settle(key, "acknowledged");
  }
  const there = (late: string) => new Map([["late", late]]);

  expect(kindsOf(ledger.compare(there("acknowledged")))).toEqual(["lost"]);
  expect(ledger.compare(there("unanswered"))).toEqual([]);
  expect(kindsOf(ledger.compare(there("acknowledged")))).toEqual(["lost"]);
  for (let more = 0; more < 6; more++) ledger.compare(there("acknowledged"));
  expect(kindsOf(ledger.compare(there("unanswered")))).toEqual(["lost"]);
});

test("[REL1] numbered messages are missed, met twice, or never sent", () => {
  const findings = compareNumbers([2, 2, 9], { acknowledged: new Set([1, 2]), sent: 3 });

  expect(kindsOf(findings)).toEqual(["lost", "doubled", "foreign"]);
});

test("[MQ7] a push may come again on the next line, not on the same one, and not long after it was acknowledged", () => {
  const ledger = new PushLedger();
  const line = (...numbers: number[]) => {
    ledger.resume();
    for (const number of numbers) ledger.receive(number);
    return kindsOf(ledger.takeFindings());
  };

  expect(line(1, 2, 3)).toEqual([]);
  expect(line(3, 4)).toEqual([]);
  expect(line()).toEqual([]);
  expect(line(2, 3)).toEqual(["returned"]);
  expect(line(5, 5)).toEqual(["doubled"]);
  const many = Array.from({ length: keptBehind + 3 }, (_, index) => 5 + index);
  expect(line(...many)).toEqual([]);
  expect(line(6)).toEqual(["returned"]);
});

const recordOf = (messageId: number, status: CommandStatus, answer: string | null = null): CommandRecord => ({
  id: { id: String(messageId), entityType: "COMMAND" },
  deviceId: { id: "device", entityType: "DEVICE" },
  createdTime: 0,
  type: "SCRIPT",
  status,
  messageId,
  parameters: { text: `me ${messageId}` },
  createdBy: "me",
  sentTime: null,
  answeredTime: null,
  expiresTime: null,
  attempts: 1,
  answer,
  error: null,
});
const none: ReadonlySet<string> = new Set();
const echo = (text: string): string => text;

test("[CMD2] a ledger of commands notices one that is gone, came twice, came though cancelled, or has lost its answer", () => {
  const ledger = new CommandLedger("me");
  for (const number of [1, 2, 3, 4]) ledger.queued(`me ${number}`, number);
  for (const text of ["me 1", "me 1", "me 2", "yours 3"]) ledger.take(text, new Set(["me 2"]));
  ledger.answered.add("me 1");

  const findings = ledger.compare([recordOf(1, "SENT"), recordOf(2, "QUEUED"), recordOf(4, "QUEUED")], 4, echo);

  expect(kindsOf(findings)).toEqual(["doubled", "returned", "foreign", "lost", "lost", "returned"]);
  expect([...ledger.waiting]).toEqual(["me 3", "me 4"]);
});

test("[CMD2] a task may get lost with the contact that was to bring it, one for each; a repeated sending is no second one", () => {
  const ledger = new CommandLedger("me");
  for (const number of [1, 2, 3]) ledger.queued(`me ${number}`, number);
  ledger.take("me 1", none);
  ledger.takeRepeated("me 1");
  ledger.interrupted();
  const there = [recordOf(1, "DONE"), recordOf(2, "FAILED"), recordOf(3, "QUEUED")];

  expect(ledger.isQuiet(there)).toBe(false);
  expect(ledger.compare(there, 3, echo)).toEqual([]);
  expect([...ledger.waiting]).toEqual(["me 3"]);
  expect(kindsOf(ledger.compare([...there.slice(0, 2), recordOf(3, "SENT")], 3, echo))).toEqual(["lost"]);
});
