import { expect, test } from "vitest";
import { ReaderThreads } from "./reader-threads.ts";
import type { TelemetryThread } from "./telemetry-thread.ts";

type Thread = { pending: number; isReady: boolean };

function threads(atMost = 2) {
  const started: Thread[] = [];
  const readers = new ReaderThreads(atMost, () => {
    const thread: Thread = { pending: 0, isReady: false };
    started.push(thread);
    return thread as Thread & TelemetryThread<never>;
  });
  return { readers, started };
}

test("where questions are expected a thread starts before the first one, and none later for them", () => {
  const { readers, started } = threads();

  readers.expectQuestions();
  readers.expectQuestions();

  expect(started.length).toBe(1);
  expect(readers.leastBusy).toBe(started[0]);
});

test("what is asked while another thread starts does not wait for its start", () => {
  const { readers, started } = threads();
  readers.expectQuestions();
  const [first] = started as [Thread];
  Object.assign(first, { isReady: true, pending: 3 });

  expect(readers.leastBusy).toBe(first);
  expect(started.length).toBe(2);

  Object.assign(started[1] as Thread, { isReady: true });
  expect(readers.leastBusy).toBe(started[1]);
});

test("a thread that is gone is asked for nothing", () => {
  const { readers, started } = threads();
  readers.expectQuestions();
  Object.assign(started[0] as Thread, { isReady: false, pending: Number.POSITIVE_INFINITY });

  expect(readers.leastBusy).not.toBe(started[0]);
});
