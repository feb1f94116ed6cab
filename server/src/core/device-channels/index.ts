export { channelDescriber, type DescriberParts } from "./channel-describer.ts";
export type { Overriders } from "./channel-overrides.ts";
export type { ValuesOfChannel } from "./channel-values.ts";
export type {
  DeviceChannelStore,
  OwnChannels,
  OwnChannelsOfDevice,
  OwnChannelText,
} from "./device-channel-store.ts";
export { type CalculatedForDevice, type DescriptionText, DeviceChannels } from "./device-channels.ts";
export type { SeenKeys } from "./seen-keys.ts";
