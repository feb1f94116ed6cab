import { type Static, Type } from "typebox";
import { channelKeyLength } from "./device-types/channel.ts";
import { pinsAtMost } from "./device-types/pins-at-most.ts";
import { withoutNul } from "./text.ts";

const key = Type.String({ minLength: 1, maxLength: channelKeyLength, ...withoutNul, examples: ["temperature"] });

/** The channels of a device that one of its readers wants to see first. */
export const DevicePins = Type.Object({
  keys: Type.Union([Type.Array(key, { maxItems: pinsAtMost, uniqueItems: true }), Type.Null()], {
    description: "In this order; null where nothing was chosen: the device's type decides then",
    examples: [["temperature", "speed"]],
  }),
});
export type DevicePins = Static<typeof DevicePins>;
