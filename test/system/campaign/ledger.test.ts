import { expect, test } from "vitest";
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
