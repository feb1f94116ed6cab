import type {
  DeviceDescription,
  DeviceTypeDefinition,
  DeviceTypeFile,
  DeviceTypeInput,
  DeviceTypeRecord,
  DeviceTypeInfo as InfoRecord,
} from "@heliograph/contract";
import type { DescriptionText } from "../../../core/device-channels/index.ts";
import type { DeviceType, DeviceTypeChange, DeviceTypeInfo, DeviceTypeText } from "../../../core/device-types/index.ts";

const headOf = (type: DeviceTypeText | DeviceType | DeviceTypeInfo) =>
  ({
    id: { entityType: "DEVICE_PROFILE", id: type.id },
    createdTime: type.createdTime,
    tenantId: { entityType: "TENANT", id: type.tenantId },
    name: type.name,
    description: type.description,
    default: type.isDefault,
    version: type.version,
  }) as const;

export const deviceTypeInfoOf = (type: DeviceTypeInfo): InfoRecord => ({
  ...headOf(type),
  deviceCount: type.deviceCount,
  channelCount: type.channelCount,
});

export const deviceTypeRecordOf = (type: DeviceType): DeviceTypeRecord => ({
  ...headOf(type),
  image: type.picture,
  ...type.definition,
});

/** The record as JSON, with what it describes as it was saved: ten thousand channels cost nothing [API11]. */
export const deviceTypeRecordText = (type: DeviceTypeText): string =>
  joined({ ...headOf(type), image: type.picture } satisfies Omit<DeviceTypeRecord, Described>, type.definition);

/** Without what belongs to one installation [TYP4]. */
export const deviceTypeFileText = ({ name, description, picture, definition }: DeviceTypeText): string => {
  const head: Omit<DeviceTypeFile, Described> = {
    format: "heliograph-device-type-1",
    name,
    ...(description !== null && { description }),
    ...(picture !== null && { image: picture }),
  };
  return joined(head, definition);
};

export const deviceDescriptionText = ({ type, own, calculated }: DescriptionText): string => {
  const head: Omit<DeviceDescription, Described | "overrides"> = {
    deviceProfileId: { entityType: "DEVICE_PROFILE", id: type.id },
    version: own.version,
    calculated: [...calculated],
  };
  return joined(head, `{"overrides":${own.channels},${fieldsIn(type.definition)}}`);
};

type Described = keyof DeviceTypeDefinition;

/** One JSON object out of one and of the text of another, which is not empty. */
const joined = (head: object, text: string): string => `{${fieldsIn(JSON.stringify(head))},${fieldsIn(text)}}`;

const fieldsIn = (object: string): string => object.slice(1, -1);

export const deviceTypeChangeOf = (input: DeviceTypeInput | DeviceTypeFile): DeviceTypeChange => ({
  name: input.name,
  description: input.description,
  picture: input.image,
  channels: input.channels,
  commands: input.commands,
  attributes: input.attributes,
});
