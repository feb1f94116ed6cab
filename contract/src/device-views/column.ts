import { type Static, Type } from "typebox";
import { AttributeScopeName } from "../attributes.ts";
import { ChannelKey } from "../device-types/channel.ts";
import { withoutNul } from "../text.ts";

/** What a list can show of a device's own record. */
export const deviceViewFields = [
  "alarm",
  "type",
  "project",
  "label",
  "serialNumber",
  "firmwareVersion",
  "createdTime",
  "lastActivityTime",
] as const;
export type DeviceViewField = (typeof deviceViewFields)[number];

const closed = { additionalProperties: false } as const;

const attributeKey = Type.String({
  minLength: 1,
  maxLength: 256,
  ...withoutNul,
  "x-form": "text",
  description: "Key, verbatim",
  examples: ["position"],
});

const kinds = [
  Type.Object(
    {
      kind: Type.Literal("FIELD"),
      field: Type.Enum([...deviceViewFields], { description: "Of the device itself", examples: ["type"] }),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal("ATTRIBUTE"), scope: AttributeScopeName, key: attributeKey }, closed),
  Type.Object({ kind: Type.Literal("LATEST"), key: ChannelKey }, { ...closed, description: "The newest value" }),
  Type.Object({ kind: Type.Literal("HISTORY"), key: ChannelKey }, { ...closed, description: "A small line of a day" }),
] as const;

/** One column of a list of devices; the name is always the first. */
export type DeviceViewColumn = Static<(typeof kinds)[number]>;
export const DeviceViewColumn = Type.Unsafe<DeviceViewColumn>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...kinds],
  description: "A column of the list",
  examples: [{ kind: "LATEST", key: "temperature" }],
});
