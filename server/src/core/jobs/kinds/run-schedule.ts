import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { CommandBody, Commands } from "../../commands/index.ts";
import type { DeviceChoice, Devices } from "../../devices/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import type { JobFailure } from "../job.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { type DeviceBatch, perDevice } from "../per-device.ts";

/** A run of a schedule: the commands each device gets, in this order. */
export interface ScheduleRunInput {
  readonly scheduleId: string;
  readonly choice: DeviceChoice;
  readonly commands: readonly { readonly command: CommandBody; readonly expiresInMs: number | null }[];
}

interface RunParts {
  readonly chooser: DeviceChooser;
  readonly devices: Pick<Devices, "require">;
  readonly commands: Pick<Commands, "queue">;
}

/** With up to twenty commands each, a step is about as long as one of a single command. */
const perStep = 20;

/** Queues a sequence of commands for each device. A step and its progress are stored together: nothing twice [SCH1, CMD2]. */
export function runScheduleKind({ chooser, devices, commands }: RunParts): JobKind<ScheduleRunInput> {
  async function queueAll({ job, input, reach }: DeviceBatch<ScheduleRunInput>, id: DeviceId) {
    let name: string | null = null;
    try {
      const device = await devices.require(reach, id);
      name = device.name;
      for (const { command, expiresInMs } of input.commands) {
        const end = expiresInMs === null ? {} : { expiresTime: epochMs(job.createdTime + expiresInMs) };
        await commands.queue(device, command, { createdBy: job.maker.username, ...end });
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || !["not-found", "conflict"].includes(error.fault)) throw error;
      return jobFailureOf(id, name, error);
    }
  }

  return perDevice(chooser, {
    ...{ kind: "RUN_SCHEDULE", needed: ["SEND_COMMANDS"], perStep },
    act: async (batch) => {
      const failures: JobFailure[] = [];
      for (const id of batch.ids) {
        const failure = await queueAll(batch, id);
        if (failure) failures.push(failure);
      }
      return { changed: batch.ids.length - failures.length, failures };
    },
  });
}
