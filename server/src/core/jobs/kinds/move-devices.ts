import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId, ProjectId } from "../../../kernel/ids.ts";
import { requireNoGain } from "../../access/index.ts";
import { type DeviceChoice, type Devices, deviceNotFound } from "../../devices/index.ts";
import type { Projects } from "../../projects/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import { changedSince } from "../errors.ts";
import type { JobChangeStore } from "../job-changes.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { type BatchOutcome, type DeviceBatch, perDevice } from "../per-device.ts";
import type { Undoable } from "../undoable.ts";

interface MoveInput {
  readonly choice: DeviceChoice;
  /** Null is none: the root of the tenant. */
  readonly projectId: ProjectId | null;
}

interface MoveParts {
  readonly chooser: DeviceChooser;
  readonly changes: JobChangeStore;
  readonly devices: Devices;
  readonly projects: Pick<Projects, "requirePlace">;
}

const perStep = 200;
const needed = ["EDIT_DEVICES"] as const;

/** Puts many devices into a project, or into none [PRJ1]. */
export function moveDevicesKind({ chooser, changes, devices, projects }: MoveParts): JobKind<MoveInput> {
  async function move(batch: DeviceBatch<MoveInput>): Promise<BatchOutcome> {
    const { job, input, maker, reach, ids } = batch;
    const to = input.projectId;
    const { moved, missing, origins } = await devices.move(reach, ids, to, (from) => requireNoGain(maker, from, to));
    await changes.add(
      job.id,
      origins.map(({ id, from }) => ({ deviceId: id, before: JSON.stringify({ projectId: from }) })),
    );
    return { changed: moved, failures: missing.map((id) => jobFailureOf(id, null, deviceNotFound(id))) };
  }

  /** One that may not be moved keeps no other from it. */
  async function moveEach(batch: DeviceBatch<MoveInput>): Promise<BatchOutcome> {
    const all: BatchOutcome[] = [];
    for (const id of batch.ids) {
      all.push(await move({ ...batch, ids: [id] }).catch((error: unknown) => refused(batch, id, error)));
    }
    return {
      changed: all.reduce((sum, { changed }) => sum + changed, 0),
      failures: all.flatMap(({ failures }) => failures),
    };
  }

  async function refused({ reach }: DeviceBatch<MoveInput>, id: DeviceId, error: unknown): Promise<BatchOutcome> {
    if (!isRefusal(error)) throw error;
    const { name } = await devices.require(reach, id);
    return { changed: 0, failures: [jobFailureOf(id, name, error)] };
  }

  return perDevice(chooser, {
    ...{ kind: "MOVE_DEVICES", needed, perStep, isUndoable: true },
    check: (_, { projectId }, reach) => projects.requirePlace(reach, projectId),
    act: async (batch) => {
      await projects.requirePlace(batch.reach, batch.input.projectId); // gone by now: the job fails, not each device
      return move(batch).catch((error: unknown) => {
        if (isRefusal(error)) return moveEach(batch);
        throw error;
      });
    },
  });
}

export const undoMove = ({ devices }: Pick<MoveParts, "devices">): Undoable<MoveInput> => ({
  ...{ kind: "MOVE_DEVICES", needed },
  undo: async ({ maker, reach }, id, before, input) => {
    const { projectId: back } = before as { readonly projectId: ProjectId | null };
    if ((await devices.require(reach, id)).projectId !== input.projectId) throw changedSince();
    await devices.move(reach, [id], back, (from) => requireNoGain(maker, from, back));
  },
});

/** To move it would be a way to be allowed more [ROL1]. */
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.fault === "forbidden";
