import type { AuditRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { foldedEntries } from "./folded-entries.ts";

const entry = (id: number, over: Partial<AuditRecord> = {}): AuditRecord => ({
  id: { entityType: "AUDIT_LOG", id: String(id) },
  createdTime: id,
  entityId: { entityType: "DEVICE", id: String(id) },
  entityName: `device ${id}`,
  ...{ userId: null, userName: "ada", address: null, via: "session", actionFailureDetails: null, count: 1 },
  ...{
    actionType: "UPDATED",
    actionStatus: "SUCCESS",
    actionData: { before: { projectId: null }, after: { projectId: "p" } },
  },
  ...over,
});

test("[AUD1] what a job did to many devices is one run; what somebody else did between stays a row of its own", () => {
  const moved = Array.from({ length: 7 }, (_, id) => entry(id));
  const job = entry(7, { actionType: "JOB_STARTED", entityId: { entityType: "JOB", id: "j" }, actionData: {} });
  const others = [entry(8, { userName: "grace" }), entry(9), entry(10)];

  const runs = foldedEntries([...moved, job, ...others]);

  expect(runs.map((run) => run.length)).toEqual([7, 1, 1, 1, 1]);
  expect(runs.flat()).toEqual([...moved, job, ...others]);
});
