export type { DeviceChannelStore, OwnChannels } from "./device-channel-store.ts";
export { type Description, DeviceChannels } from "./device-channels.ts";
