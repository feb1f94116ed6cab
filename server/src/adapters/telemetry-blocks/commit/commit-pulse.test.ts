import { expect, test } from "vitest";
import { diskFaultOf } from "../../../kernel/disk-fault.ts";
import { CommitPulse } from "./commit-pulse.ts";

function arrange() {
  const time = { now: 0 };
  const pulse = new CommitPulse(() => time.now);
  return { time, pulse };
}

const diskFull = diskFaultOf("ENOSPC");

test("[RUL3] points are not taken while a commit waits for its answer and nothing gets on", () => {
  const { time, pulse } = arrange();
  pulse.waits();
  time.now = 4_000;
  pulse.waits(); // one more behind it
  const soon = pulse.isBeating;

  time.now = 5_000;
  const stalled = pulse.isBeating;
  pulse.gotOn();
  const again = pulse.isBeating;
  pulse.rests();
  time.now = 60_000;

  expect([soon, stalled, again, pulse.isBeating]).toEqual([true, false, true, true]);
});

test("[RUL3] nor after one was refused, until one is stored or nobody has tried for a while", () => {
  const { time, pulse } = arrange();
  pulse.failed(diskFull);
  const refused = pulse.isBeating;
  pulse.stored();
  const stored = pulse.isBeating;

  pulse.failed(diskFull);
  time.now = 9_999;
  const held = pulse.isBeating;
  time.now = 10_000;

  expect([refused, stored, held, pulse.isBeating]).toEqual([false, true, false, true]);
});

test("[RUL3] a commit that fails by a fault of its own says nothing of others", () => {
  const { pulse } = arrange();

  pulse.failed(new Error("it is broken"));

  expect(pulse.isBeating).toBe(true);
});
