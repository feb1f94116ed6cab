import type { DeviceTypeDefinition } from "@heliograph/contract";
import type {
  DeviceType,
  DeviceTypeContent,
  DeviceTypeInfo,
  DeviceTypeText,
} from "../../../core/device-types/index.ts";
import type { DeviceTypeId, TenantId } from "../../../kernel/ids.ts";
import { parsedInTurn } from "../../../kernel/parsed-in-turn.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

type Row = Tables["device_types"];

/** All but what may be large. */
export const infoColumns = [
  "id",
  "tenant_id",
  "name",
  "description",
  "is_default",
  "version",
  "created_time",
  "channel_count",
] as const;

type InfoRow = Pick<Row, (typeof infoColumns)[number]> & { readonly device_count: number | null };

export const contentColumns = ({ name, description, picture, definition }: DeviceTypeContent) => ({
  name,
  name_key: foldCase(name),
  description,
  picture,
  channel_count: definition.channels.length,
  definition: JSON.stringify(definition),
});

export const typeRow = (type: DeviceType): Row => ({
  id: type.id,
  tenant_id: type.tenantId,
  created_time: type.createdTime,
  is_default: type.isDefault ? 1 : 0,
  version: type.version,
  ...contentColumns(type),
});

const headOf = (row: Omit<InfoRow, "device_count">) => ({
  id: row.id as DeviceTypeId,
  tenantId: row.tenant_id as TenantId,
  createdTime: epochMs(row.created_time),
  name: row.name,
  description: row.description,
  isDefault: row.is_default === 1,
  version: row.version,
});

export const infoOf = (row: InfoRow): DeviceTypeInfo => ({
  ...headOf(row),
  channelCount: row.channel_count,
  deviceCount: Number(row.device_count ?? 0),
});

export const typeTextOf = (row: Row): DeviceTypeText => ({
  ...headOf(row),
  picture: row.picture,
  definition: row.definition,
});

export const typeOf = async (row: Row): Promise<DeviceType> => ({
  ...typeTextOf(row),
  definition: (await parsedInTurn(row.definition)) as DeviceTypeDefinition, // written by us, checked before
});
