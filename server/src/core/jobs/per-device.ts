import type { JobKindName, Permission } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import { permissionDenied, reachAndBeyond, type Standing } from "../access/index.ts";
import type { DeviceChoice } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";
import { type DeviceChooser, reachOfMaker } from "./device-choice.ts";
import type { Job, JobFailure } from "./job.ts";
import type { JobKind } from "./job-kind.ts";

/** Some devices of a job, within the reach its maker has at this moment. */
export interface DeviceBatch<Input> {
  readonly job: Job;
  readonly input: Input;
  readonly maker: Standing;
  readonly reach: Reach;
  readonly ids: readonly DeviceId[];
}

export interface BatchOutcome {
  readonly changed: number;
  readonly failures: readonly JobFailure[];
}

interface PerDevice<Input> {
  readonly kind: JobKindName;
  /** What its maker has to be allowed wherever a device is. */
  readonly needed: readonly Permission[] | ((input: Input) => readonly Permission[]);
  /** Devices per step: many share a transaction, few hold up nobody. */
  readonly perStep: number;
  /** What is refused for all of them. */
  readonly check?: (maker: Standing, input: Input, reach: Reach) => Promise<unknown>;
  /** What it changes is written down, so that it can be undone. */
  readonly isUndoable?: true;
  readonly act: (batch: DeviceBatch<Input>) => Promise<BatchOutcome>;
}

/** A job that does one thing to many devices. */
export function perDevice<Input extends { readonly choice: DeviceChoice }>(
  chooser: DeviceChooser,
  { kind, needed, perStep, check, act, isUndoable }: PerDevice<Input>,
): JobKind<Input> {
  const neededFor = (input: Input) => (typeof needed === "function" ? needed(input) : needed);
  const reachOf = (maker: Standing, input: Input): Reach => {
    const reach = reachOfMaker(maker, neededFor(input));
    if (!reach) throw permissionDenied(neededFor(input));
    return reach;
  };
  return {
    kind,
    ...(isUndoable && { isUndoable }),
    check: async (maker, input) => {
      const reach = { ...reachOf(maker, input), beyond: reachAndBeyond(maker, neededFor(input))?.beyond };
      await check?.(maker, input, reach);
      await chooser.count({ maker, reach }, input.choice); // a project that is not there is told at once
    },
    step: async ({ job, input, maker }) => {
      const reach = reachOf(maker, input);
      const total = job.position === null ? { total: await chooser.count({ maker, reach }, input.choice) } : {};
      const { ids, position, isLast } = await chooser.next({ maker, reach }, input.choice, job.position, perStep);
      const outcome = ids.length > 0 ? await act({ job, input, maker, reach, ids }) : { changed: 0, failures: [] };
      return { ...outcome, ...total, position, isLast, processed: ids.length };
    },
  };
}
