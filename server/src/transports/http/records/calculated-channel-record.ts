import type { CalculatedChannelRecord, CalculatedPreview } from "@heliograph/contract";
import type { CalculatedChannel, Preview } from "../../../core/calculated-channels/index.ts";
import type { CalculatedChannelId, DeviceId } from "../../../kernel/ids.ts";

export const calculatedIdOf = (text: string): CalculatedChannelId => text.toLowerCase() as CalculatedChannelId;

export const calculatedRecordOf = (channel: CalculatedChannel): CalculatedChannelRecord => ({
  id: { entityType: "CALCULATED_CHANNEL", id: channel.id },
  createdTime: channel.createdTime,
  updatedTime: channel.updatedTime,
  tenantId: { entityType: "TENANT", id: channel.tenantId },
  version: channel.version,
  definition: channel.definition,
});

export const previewRecordOf = (deviceId: DeviceId, preview: Preview): CalculatedPreview => ({
  deviceId: { entityType: "DEVICE", id: deviceId },
  samples: preview.samples.map(({ ts, value }) => ({ ts, value })),
  without: preview.without,
  isCutOff: preview.isCutOff,
});
