import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Attribute, Attributes } from "../../attributes/index.ts";
import type { DeviceChoice, Devices, DeviceWithActivity } from "../../devices/index.ts";
import { valueAsJson, valueFromJson } from "../../telemetry/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import { changedSince } from "../errors.ts";
import type { JobFailure } from "../job.ts";
import type { JobChangeStore } from "../job-changes.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { perDevice } from "../per-device.ts";
import type { Undoable } from "../undoable.ts";

interface SetInput {
  readonly choice: DeviceChoice;
  readonly scope: "SHARED_SCOPE" | "SERVER_SCOPE";
  readonly values: Readonly<Record<string, string | number | boolean>>;
  readonly deleted: readonly string[];
}

/** Values as JSON, with all their digits; of keys that were not there, none. */
interface Held {
  readonly values: Readonly<Record<string, string>>;
}

interface SetParts {
  readonly chooser: DeviceChooser;
  readonly changes: JobChangeStore;
  readonly devices: Pick<Devices, "require">;
  readonly attributes: Pick<Attributes, "read" | "write" | "remove">;
}

const perStep = 50;
const needed = ["EDIT_ATTRIBUTES"] as const;
/** Of a device whose values are longer nothing could be brought back: it is left as it is. */
const keptBytes = 64 * 1024;
const passedOver: ReadonlySet<AppError["fault"]> = new Set(["not-found", "conflict", "invalid"]);

const keysOf = ({ values, deleted }: SetInput): readonly string[] => [...Object.keys(values), ...deleted];
const heldOf = (found: readonly Attribute[]): Held => ({
  values: Object.fromEntries(found.map(({ key, value }) => [key, valueAsJson(value)])),
});

/** Writes and deletes attributes of many devices; what was there before is written down. */
export function setAttributesKind(parts: SetParts): JobKind<SetInput> {
  const { chooser, changes, devices } = parts;
  return perDevice<SetInput>(chooser, {
    ...{ kind: "SET_ATTRIBUTES", needed, perStep, isUndoable: true },
    act: async ({ job, input, reach, ids }) => {
      const failures: JobFailure[] = [];
      for (const id of ids) {
        let name: string | null = null;
        try {
          const device = await devices.require(reach, id);
          name = device.name;
          const before = JSON.stringify(await readHeld(parts, id, input));
          await put(parts, device, input.scope, new Map(Object.entries(input.values)), input.deleted);
          await changes.add(job.id, [{ deviceId: id, before }]);
        } catch (error) {
          if (!(error instanceof AppError) || !passedOver.has(error.fault)) throw error;
          failures.push(jobFailureOf(id, name, error));
        }
      }
      return { changed: ids.length - failures.length, failures };
    },
  });
}

export const undoAttributes = (parts: Omit<SetParts, "chooser" | "changes">): Undoable<SetInput> => ({
  ...{ kind: "SET_ATTRIBUTES", needed },
  undo: async ({ reach }, id, before, input) => {
    const device = await parts.devices.require(reach, id);
    const [now, { values }] = [await readHeld(parts, id, input), before as Held];
    const isAsSet = keysOf(input).every((key) => now.values[key] === setTo(input, key));
    if (!isAsSet) throw changedSince();
    const back = new Map(Object.entries(values).map(([key, json]) => [key, valueFromJson(json)]));
    const gone = keysOf(input).filter((key) => !Object.hasOwn(values, key) && now.values[key] !== undefined);
    await put(parts, device, input.scope, back, gone);
  },
});

const setTo = ({ values }: SetInput, key: string): string | undefined => {
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  return value === undefined ? undefined : valueAsJson(value);
};

async function readHeld({ attributes }: Pick<SetParts, "attributes">, id: DeviceId, input: SetInput): Promise<Held> {
  return heldOf(await attributes.read(id, { only: keysOf(input) }, [input.scope], keptBytes));
}

async function put(
  { attributes }: Pick<SetParts, "attributes">,
  device: DeviceWithActivity,
  scope: SetInput["scope"],
  values: Parameters<Attributes["write"]>[2],
  deleted: readonly string[],
): Promise<void> {
  if (values.size > 0) await attributes.write(device, scope, values);
  if (deleted.length > 0) await attributes.remove(device, scope, deleted);
}
