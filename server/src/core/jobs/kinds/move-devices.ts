import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId, ProjectId } from "../../../kernel/ids.ts";
import { requireNoGain } from "../../access/index.ts";
import { type DeviceChoice, type Devices, deviceNotFound } from "../../devices/index.ts";
import type { Projects } from "../../projects/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { type BatchOutcome, type DeviceBatch, perDevice } from "../per-device.ts";

interface MoveInput {
  readonly choice: DeviceChoice;
  /** Null is none: the root of the tenant. */
  readonly projectId: ProjectId | null;
}

interface MoveParts {
  readonly chooser: DeviceChooser;
  readonly devices: Devices;
  readonly projects: Pick<Projects, "requirePlace">;
}

const perStep = 200;

/** Puts many devices into a project, or into none [PRJ1]. */
export function moveDevicesKind({ chooser, devices, projects }: MoveParts): JobKind<MoveInput> {
  async function move({ input: { projectId: to }, maker, reach, ids }: DeviceBatch<MoveInput>): Promise<BatchOutcome> {
    const { moved, missing } = await devices.move(reach, ids, to, (from) => requireNoGain(maker, from, to));
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
    ...{ kind: "MOVE_DEVICES", needed: ["EDIT_DEVICES"], perStep },
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

/** To move it would be a way to be allowed more [ROL1]. */
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.fault === "forbidden";
