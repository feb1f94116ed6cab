import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId, DeviceTypeId } from "../../../kernel/ids.ts";
import type { DeviceTypes } from "../../device-types/index.ts";
import type { DeviceChoice, Devices } from "../../devices/index.ts";
import type { Reach } from "../../projects/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import { changedSince } from "../errors.ts";
import type { JobFailure } from "../job.ts";
import type { JobChangeStore } from "../job-changes.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { perDevice } from "../per-device.ts";
import type { Undoable } from "../undoable.ts";

interface TypeInput {
  readonly choice: DeviceChoice;
  readonly typeId: DeviceTypeId;
}

interface TypeParts {
  readonly chooser: DeviceChooser;
  readonly changes: JobChangeStore;
  readonly devices: Pick<Devices, "require" | "update">;
  readonly types: Pick<DeviceTypes, "requireInfo">;
}

const perStep = 100;
const needed = ["EDIT_DEVICES"] as const;
const passedOver: ReadonlySet<AppError["fault"]> = new Set(["not-found", "conflict", "invalid"]);

/** Gives many devices another type [TYP1]; which one each had before is written down. */
export function setTypeKind({ chooser, changes, devices, types }: TypeParts): JobKind<TypeInput> {
  return perDevice<TypeInput>(chooser, {
    ...{ kind: "SET_TYPE", needed, perStep, isUndoable: true },
    check: (_, { typeId }, { tenantId }) => types.requireInfo(tenantId, typeId),
    act: async ({ job, input: { typeId }, reach, ids }) => {
      await types.requireInfo(reach.tenantId, typeId); // gone by now: the job fails, not each device
      const failures: JobFailure[] = [];
      let changed = 0;
      for (const id of ids) {
        let name: string | null = null;
        try {
          const device = await devices.require(reach, id);
          name = device.name;
          if (device.typeId === typeId) continue;
          await setType(devices, reach, id, typeId);
          await changes.add(job.id, [{ deviceId: id, before: JSON.stringify({ typeId: device.typeId }) }]);
          changed++;
        } catch (error) {
          if (!(error instanceof AppError) || !passedOver.has(error.fault)) throw error;
          failures.push(jobFailureOf(id, name, error));
        }
      }
      return { changed, failures };
    },
  });
}

export const undoType = ({ devices }: Pick<TypeParts, "devices">): Undoable<TypeInput> => ({
  ...{ kind: "SET_TYPE", needed },
  undo: async ({ reach }, id, before, input) => {
    if ((await devices.require(reach, id)).typeId !== input.typeId) throw changedSince();
    await setType(devices, reach, id, (before as { readonly typeId: DeviceTypeId }).typeId);
  },
});

/** Everything else of it stays. */
async function setType(devices: TypeParts["devices"], reach: Reach, id: DeviceId, typeId: DeviceTypeId): Promise<void> {
  const { name, label, description, serialNumber, firmwareVersion, inactivityTimeoutMs } = await devices.require(
    reach,
    id,
  );
  const same = { name, label, description, serialNumber, firmwareVersion, inactivityTimeoutMs };
  await devices.update(reach, id, { ...same, type: null, typeId });
}
