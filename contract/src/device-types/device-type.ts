import { type Static, Type } from "typebox";
import { entityId, entityReference } from "../ids.ts";
import { clearable, nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { freeText, lineText, nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { Channel } from "./channel.ts";
import { TypeAttribute, TypeCommand } from "./field.ts";

/** The most channels of one type; looking one up stays quick with so many. */
export const channelsAtMost = 10_000;
export const commandsAtMost = 1_000;
export const attributesAtMost = 1_000;
const pictureLength = 262_144;

const name = nameText("Name, unique in the tenant: the `type` of its devices", "Test stand");
const description = freeText("Description", "Gearbox on an electric drive", 4096);
const picture = Type.String({
  maxLength: pictureLength,
  pattern: "^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$",
  "x-must": "must be a PNG, JPEG or WebP picture as a data URL",
  "x-form": "picture",
  description: "Picture, as a data URL",
  examples: ["data:image/png;base64,iVBORw0KGgo="],
});

const channels = Type.Array(Channel, { maxItems: channelsAtMost, description: "In the order of the overview" });
const commands = Type.Array(TypeCommand, { maxItems: commandsAtMost });
const attributes = Type.Array(TypeAttribute, { maxItems: attributesAtMost });

/** What a type says of its devices [TYP2]. */
export const DeviceTypeDefinition = Type.Object({ channels, commands, attributes });
export type DeviceTypeDefinition = Static<typeof DeviceTypeDefinition>;

const head = {
  id: entityId("DEVICE_PROFILE"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  name,
  description: nullable(description),
  default: Type.Boolean({ description: "The type of devices whose creator names none" }),
  version: Type.Integer({ description: "Counts changes; send it back with a change", examples: [3] }),
};

/** A device type without what it describes, as lists have it [TYP1]. */
export const DeviceTypeInfo = Type.Object({
  ...head,
  deviceCount: Type.Integer({ description: "Devices of this type", examples: [42] }),
  channelCount: Type.Integer({ description: "Channels it describes", examples: [20] }),
});
export type DeviceTypeInfo = Static<typeof DeviceTypeInfo>;

/** A type as scripts of this API family ask for it to choose from. */
export const DeviceTypeName = Type.Object({ id: entityId("DEVICE_PROFILE"), name });
export type DeviceTypeName = Static<typeof DeviceTypeName>;

/** The same as the word that devices carry. */
export const DeviceTypeWord = Type.Object({
  tenantId: entityId("TENANT"),
  entityType: Type.Literal("DEVICE"),
  type: name,
});
export type DeviceTypeWord = Static<typeof DeviceTypeWord>;

export const DeviceTypeNamesQuery = Type.Object({
  activeOnly: Type.Optional(
    Type.Boolean({ description: "Only those that have devices, as far as the caller sees them", examples: [true] }),
  ),
});

/** The same of one type alone, with where its devices are. */
export const DeviceTypeUse = Type.Object({
  ...DeviceTypeInfo.properties,
  projectCount: Type.Integer({ description: "Projects its devices are in", examples: [3] }),
});
export type DeviceTypeUse = Static<typeof DeviceTypeUse>;

export const DeviceTypeRecord = Type.Object({
  ...head,
  image: nullable(picture),
  ...DeviceTypeDefinition.properties,
});
export type DeviceTypeRecord = Static<typeof DeviceTypeRecord>;

const content = {
  name,
  description: Type.Optional(description),
  image: Type.Optional(picture),
  channels: Type.Optional(channels),
  commands: Type.Optional(commands),
  attributes: Type.Optional(attributes),
};

/** Creates without an id, updates with one; what an update leaves out stays as it is, null or [] takes it away. */
export const DeviceTypeInput = Type.Object({
  id: Type.Optional(entityReference("DEVICE_PROFILE")),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: latestVersion,
      description: "The version the change is made to: when there is a newer one, it is refused",
      examples: [3],
    }),
  ),
  ...content,
  description: clearable(description),
  image: clearable(picture),
});
export type DeviceTypeInput = Static<typeof DeviceTypeInput>;

/** A type as a file, for another tenant or installation [TYP4]. */
export const DeviceTypeFile = Type.Object({
  format: Type.Literal("heliograph-device-type-1", { description: "What this file is" }),
  ...content,
});
export type DeviceTypeFile = Static<typeof DeviceTypeFile>;

export const DeviceTypeImport = Type.Object({
  replace: Type.Optional(
    Type.Boolean({ default: false, description: "Whether a type of the same name is replaced; without, it is a 409" }),
  ),
});

export const DeviceTypeListQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the name; case does not matter", "stand")),
  sortProperty: Type.Optional(
    Type.Enum(["name", "createdTime"], { default: "name", description: "Sort by", examples: ["name"] }),
  ),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "ASC", examples: ["ASC"] })),
});
