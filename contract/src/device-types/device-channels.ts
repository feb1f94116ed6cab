import { type Static, Type } from "typebox";
import { entityId } from "../ids.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { Channel, channelKinds } from "./channel.ts";
import { channelsAtMost, DeviceTypeDefinition } from "./device-type.ts";

const overrides = Type.Array(Channel, {
  maxItems: channelsAtMost,
  description: "What the device says otherwise than its type, field by field",
});

/** All that describes the channels of one device [TYP2]. */
export const DeviceDescription = Type.Object({
  deviceProfileId: entityId("DEVICE_PROFILE"),
  ...DeviceTypeDefinition.properties,
  overrides,
  calculated: Type.Array(Channel, {
    description: "What is calculated for the device; its type and itself may say more",
  }),
  version: Type.Integer({
    description: "Counts changes of the overrides; 0 where there never were any",
    examples: [0],
  }),
});
export type DeviceDescription = Static<typeof DeviceDescription>;

export const DeviceChannelsInput = Type.Object({
  overrides,
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: latestVersion,
      description: "The version the change is made to; a newer one is a 409",
      examples: [0],
    }),
  ),
});

/** How many devices send what a channel of the type describes; a pattern's device counts once. */
const SeenChannel = Type.Object({
  key: Type.String({ description: "Key or pattern of the channel", examples: ["bearing_*_temp"] }),
  devices: Type.Integer({ description: "How many of them sent it", examples: [42] }),
});

export const SeenChannels = Type.Object({
  devices: Type.Integer({ description: "Devices that were looked at, those heard of last first", examples: [42] }),
  total: Type.Integer({ description: "Keys that were seen and are not described", examples: [14] }),
  keys: Type.Array(
    Type.Object({
      key: Type.String({ examples: ["oil_temp_2"] }),
      devices: Type.Integer({ description: "How many of them sent it", examples: [6] }),
      deviceId: entityId("DEVICE"),
      kind: Type.Enum([...channelKinds], { description: "What its latest value looks like", examples: ["number"] }),
      ts: Timestamp,
      value: Type.String({ description: "Its latest value of the device named, shortened", examples: ["88.4"] }),
    }),
  ),
  described: Type.Array(SeenChannel, { description: "Channels of the type that any of them sent" }),
});
export type SeenChannels = Static<typeof SeenChannels>;
