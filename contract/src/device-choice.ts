import { type Static, Type } from "typebox";
import { CommandInput } from "./commands.ts";
import { DeviceGroupFilter } from "./device-groups/filter.ts";
import { deviceFilter } from "./devices.ts";
import { entityReference, Uuid } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { lineText, withoutNul } from "./text.ts";

/** Of what changes many devices at once no field is passed over: a misspelt filter would match all [API7]. */
const closed = { additionalProperties: false } as const;

/** A filter of a list may be empty; one that chooses what is deleted says something in each part. */
const said = (description: string, example: string) =>
  Type.Optional(Type.String({ ...lineText(description, example), minLength: 1 }));

export const ChangedDevicesFilter = Type.Object(
  {
    ...deviceFilter,
    textSearch: said("Part of the name, label or serial number; case does not matter", "logger"),
    type: said("Exact device type", "smartMINI"),
    where: Type.Optional(DeviceGroupFilter),
  },
  { ...closed, description: "As in the list of devices, with at least one condition" },
);
export type ChosenFilter = Static<typeof ChangedDevicesFilter>;

const all = Type.Optional(Type.Literal(true, { description: "In place of a filter: every device within reach" }));

/** As the language does it for the locale "en", without the tables of all languages, which a start has no other use for. */
const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

const ids = (atMost: number, atLeast: number) =>
  Type.Array(Uuid, {
    minItems: atLeast,
    maxItems: atMost,
    description: `Up to ${grouped(atMost)} devices`,
  });

const among = { filter: Type.Optional(ChangedDevicesFilter), all };

/** Devices named one by one, those that match, or all: of the three fields, one. */
export const DeviceMove = Type.Object(
  { projectId: nullable(entityReference("PROJECT")), deviceIds: Type.Optional(ids(1_000, 0)), ...among },
  closed,
);
export type DeviceMove = Static<typeof DeviceMove>;

/** As above. What matches a filter is decided when the job comes to it. */
export const chosenDevices = { deviceIds: Type.Optional(ids(10_000, 1)), ...among };

export const MoveDevicesJob = Type.Object(
  { ...chosenDevices, projectId: nullable(entityReference("PROJECT")) },
  closed,
);
export const DeleteDevicesJob = Type.Object(chosenDevices, closed);
export const AcknowledgeAlarmsJob = Type.Object(chosenDevices, closed);
export const SendCommandJob = Type.Object({ ...chosenDevices, command: CommandInput }, closed);

const settable = Type.Union([Type.String({ maxLength: 4_096 }), Type.Number(), Type.Boolean(), Type.Null()]);

/** More would be an import, not a change. */
const attributesAtOnce = 20;

export const SetAttributesJob = Type.Object(
  {
    ...chosenDevices,
    scope: Type.Enum(["SHARED_SCOPE", "SERVER_SCOPE"], {
      description: "Which attributes; those of the CLIENT_SCOPE are the device's own",
      examples: ["SERVER_SCOPE"],
    }),
    attributes: Type.Unsafe<Record<string, string | number | boolean | null>>({
      type: "object",
      minProperties: 1,
      maxProperties: attributesAtOnce,
      propertyNames: { minLength: 1, maxLength: 256, pattern: withoutNul.pattern },
      additionalProperties: settable,
      description: "Keys and their values; null deletes one",
      examples: [{ line: "G7" }],
    }),
  },
  closed,
);
export const SetTypeJob = Type.Object({ ...chosenDevices, deviceProfileId: entityReference("DEVICE_PROFILE") }, closed);
