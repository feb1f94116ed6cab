import type { JobKindName } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId, JobId } from "../../../kernel/ids.ts";
import { permissionDenied } from "../../access/index.ts";
import type { Devices } from "../../devices/index.ts";
import { reachOfMaker } from "../device-choice.ts";
import { jobNotUndoable, jobUndone } from "../errors.ts";
import type { JobFailure } from "../job.ts";
import type { JobChange, JobChangeStore } from "../job-changes.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import type { Undoable, Undoing } from "../undoable.ts";

export interface UndoInput {
  readonly jobId: JobId;
  readonly of: JobKindName;
  /** Of the job that is undone. */
  readonly input: unknown;
}

interface UndoParts {
  readonly changes: JobChangeStore;
  readonly devices: Pick<Devices, "require">;
  readonly undoable: readonly Undoable<never>[];
}

const perStep = 50;
/** What one device refuses keeps no other from it. */
const passedOver: ReadonlySet<AppError["fault"]> = new Set(["not-found", "conflict", "invalid", "forbidden"]);

/** Takes back what a job changed, device by device, as far as nobody changed it since. */
export function undoJobKind({ changes, devices, undoable }: UndoParts): JobKind<UndoInput> {
  const undoableOf = ({ of, jobId }: UndoInput): Undoable<unknown> => {
    const found = undoable.find(({ kind }) => kind === of);
    if (!found) throw jobNotUndoable(jobId);
    return found as unknown as Undoable<unknown>; // it wrote the input itself
  };

  async function undoOne(by: Undoing, input: UndoInput, { deviceId, before }: JobChange): Promise<JobFailure[]> {
    try {
      await undoableOf(input).undo(by, deviceId, parseJsonText(before), input.input);
      return [];
    } catch (error) {
      if (!(error instanceof AppError) || !passedOver.has(error.fault)) throw error;
      const device = await devices.require(by.reach, deviceId).catch(() => undefined);
      return [jobFailureOf(deviceId, device?.name ?? null, error)];
    }
  }

  return {
    kind: "UNDO_JOB",
    factsOf: ({ jobId, of }) => ({ job: jobId, kind: of }),
    check: async (maker, input) => {
      const { needed } = undoableOf(input);
      if (!reachOfMaker(maker, needed)) throw permissionDenied(needed);
    },
    begun: async ({ id, tenantId }, { jobId }) => {
      if (!(await changes.markUndone(tenantId, jobId, id))) throw jobUndone(jobId);
    },
    step: async ({ job, input, maker }) => {
      const { needed } = undoableOf(input);
      const reach = reachOfMaker(maker, needed);
      if (!reach) throw permissionDenied(needed);
      const total = job.position === null ? { total: await changes.count(input.jobId) } : {};
      const some = await changes.after(input.jobId, job.position as DeviceId | null, perStep);
      const failures: JobFailure[] = [];
      for (const change of some) failures.push(...(await undoOne({ maker, reach }, input, change)));
      return {
        ...{ ...total, failures, processed: some.length, changed: some.length - failures.length },
        ...{ position: some.at(-1)?.deviceId ?? job.position, isLast: some.length < perStep },
      };
    },
  };
}
