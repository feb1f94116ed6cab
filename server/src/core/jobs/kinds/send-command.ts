import { AppError } from "../../../kernel/errors.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { CommandBody, Commands } from "../../commands/index.ts";
import type { DeviceChoice, Devices } from "../../devices/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import type { JobFailure } from "../job.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { perDevice } from "../per-device.ts";

interface CommandInput {
  readonly choice: DeviceChoice;
  readonly command: CommandBody;
  /** Counted from when the job was asked for: for all devices the same end. */
  readonly expiresInMs: number | null;
}

interface SendParts {
  readonly chooser: DeviceChooser;
  readonly devices: Pick<Devices, "require">;
  readonly commands: Pick<Commands, "queue">;
}

const perStep = 100;

/** Queues a command for many devices, each at its next contact [CMD2]. */
export const sendCommandKind = ({ chooser, devices, commands }: SendParts): JobKind<CommandInput> =>
  perDevice(chooser, {
    ...{ kind: "SEND_COMMAND", needed: ["SEND_COMMANDS"], perStep },
    act: async ({ job, input: { command, expiresInMs }, reach, ids }) => {
      const failures: JobFailure[] = [];
      const end = expiresInMs === null ? {} : { expiresTime: epochMs(job.createdTime + expiresInMs) };
      for (const id of ids) {
        let name: string | null = null;
        try {
          const device = await devices.require(reach, id);
          name = device.name;
          await commands.queue(device, command, { createdBy: job.maker.username, ...end });
        } catch (error) {
          if (!(error instanceof AppError) || !["not-found", "conflict"].includes(error.fault)) throw error;
          failures.push(jobFailureOf(id, name, error));
        }
      }
      return { changed: ids.length - failures.length, failures };
    },
  });
