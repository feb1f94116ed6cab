import type {
  DeviceTypeFile,
  DeviceTypeInput,
  DeviceTypeRecord,
  DeviceTypeInfo as InfoRecord,
} from "@heliograph/contract";
import type { DeviceType, DeviceTypeContent, DeviceTypeInfo } from "../../../core/device-types/index.ts";

const headOf = (type: DeviceType | DeviceTypeInfo) =>
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

/** Without what belongs to one installation [TYP4]. */
export const deviceTypeFileOf = ({ name, description, picture, definition }: DeviceType): DeviceTypeFile => ({
  format: "heliograph-device-type-1",
  name,
  ...(description !== null && { description }),
  ...(picture !== null && { image: picture }),
  ...definition,
});

export const deviceTypeContentOf = (input: DeviceTypeInput | DeviceTypeFile): DeviceTypeContent => ({
  name: input.name,
  description: input.description ?? null,
  picture: input.image ?? null,
  definition: {
    channels: input.channels ?? [],
    commands: input.commands ?? [],
    attributes: input.attributes ?? [],
  },
});
