import type { JobRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { fillingOf, leftAsBefore } from "./open-jobs.ts";

const job = (channel: string | null, state: JobRecord["state"]): JobRecord => ({
  ...{ id: { entityType: "JOB", id: `${channel} ${state}` }, createdTime: 0, startedTime: null, finishedTime: null },
  ...{ kind: "FILL_CALCULATED_CHANNEL", state, createdBy: "ada", projectId: null, total: 100, processed: 40 },
  ...{ changed: 0, failed: 0, failures: [], error: null, refusal: null, undoable: false, undoneBy: null },
  calculatedChannelId: channel === null ? null : { entityType: "CALCULATED_CHANNEL", id: channel },
});

test("[RUL7] the job that fills in a channel is found again after a reload, and one that is over is not", () => {
  const jobs = [job(null, "RUNNING"), job("b", "RUNNING"), job("a", "DONE"), job("a", "QUEUED")];

  expect(fillingOf("a", jobs)?.state).toBe("QUEUED");
  expect(fillingOf("c", jobs)).toBeUndefined();
});

test("[issue 17.21] what a job had nothing to do for is told apart from what it changed and from what failed", () => {
  const moved = { ...job(null, "DONE"), kind: "MOVE_DEVICES", processed: 11, changed: 5, failed: 2 } as const;

  expect(leftAsBefore(moved)).toBe(4);
  expect(leftAsBefore({ ...moved, kind: "FILL_CALCULATED_CHANNEL" })).toBe(0); // it counts points
});
