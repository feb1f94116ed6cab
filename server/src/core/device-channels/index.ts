export type { DeviceChannelStore, OwnChannels, OwnChannelText } from "./device-channel-store.ts";
export { type DescriptionText, DeviceChannels } from "./device-channels.ts";
