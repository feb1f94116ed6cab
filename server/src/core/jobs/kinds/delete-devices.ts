import { AppError } from "../../../kernel/errors.ts";
import type { DeviceChoice, Devices } from "../../devices/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import type { JobFailure } from "../job.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { perDevice } from "../per-device.ts";

interface DeleteInput {
  readonly choice: DeviceChoice;
}

/** A device goes with all of its rows: fewer of them hold up others as long. */
const perStep = 50;

/** Deletes many devices with everything they sent. */
export const deleteDevicesKind = (chooser: DeviceChooser, devices: Pick<Devices, "remove">): JobKind<DeleteInput> =>
  perDevice(chooser, {
    ...{ kind: "DELETE_DEVICES", needed: ["EDIT_DEVICES"], perStep },
    act: async ({ reach, ids }) => {
      const failures: JobFailure[] = [];
      for (const id of ids) {
        await devices.remove(reach, id).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.fault !== "not-found") throw error;
          failures.push(jobFailureOf(id, null, error));
        });
      }
      return { changed: ids.length - failures.length, failures };
    },
  });
