/** Calculated channels, and how far they are. */
export interface CalculatedChannelTables {
  calculated_channels: CalculatedChannelsTable;
  calculation_progress: CalculationProgressTable;
}

/** Either of a type or of a device. */
interface CalculatedChannelsTable {
  id: string;
  tenant_id: string;
  type_id: string | null;
  device_id: string | null;
  key: string;
  version: number;
  /** JSON. */
  definition: string;
  created_time: number;
  updated_time: number;
}

/** One row: up to where the log of the points was followed, and intervals were calculated. */
interface CalculationProgressTable {
  id: number;
  position: number;
  time: number;
}
