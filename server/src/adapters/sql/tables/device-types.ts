export interface DeviceTypeTables {
  device_types: DeviceTypesTable;
  device_channels: DeviceChannelsTable;
}

interface DeviceTypesTable {
  id: string;
  tenant_id: string;
  /** Unique as it is written. */
  name: string;
  name_key: string;
  description: string | null;
  /** A data URL. */
  picture: string | null;
  /** 1 for one of each tenant. */
  is_default: number;
  version: number;
  created_time: number;
  channel_count: number;
  /** Channels, commands and attributes as JSON. */
  definition: string;
}

/** What a device says otherwise than its type. */
interface DeviceChannelsTable {
  device_id: string;
  version: number;
  /** A list of channels as JSON. */
  channels: string;
}
