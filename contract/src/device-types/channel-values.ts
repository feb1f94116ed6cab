import { type Static, Type } from "typebox";
import { entityId } from "../ids.ts";
import { Timestamp } from "../time.ts";
import { ChannelKey } from "./channel.ts";

export const ChannelQuery = Type.Object({ key: ChannelKey });

const device = {
  id: entityId("DEVICE"),
  name: Type.String({ description: "Name of the device", examples: ["Stand 4"] }),
};
const whole = Type.Boolean({
  description: "Whether everything was looked at; false where a limit of the server ended it",
});

const DeviceExtremes = Type.Object({
  ...device,
  min: Type.Number({ description: "Its least value", examples: [18.2] }),
  max: Type.Number({ description: "Its greatest value", examples: [107.2] }),
});

/** Values near each other: where they lie, and how many samples they are. */
const ValueGroup = Type.Object({
  low: Type.Number({ description: "The least of them", examples: [88.1] }),
  high: Type.Number({ description: "The greatest of them", examples: [88.9] }),
  samples: Type.Integer({ description: "How many samples", examples: [120] }),
});
export type ValueGroup = Static<typeof ValueGroup>;

/** What devices of a type measured in a channel: limits are drawn on it [TYP2]. */
export const ChannelValues = Type.Object({
  startTs: Timestamp,
  endTs: Timestamp,
  interval: Type.Integer({ description: "A sample is the mean of so many milliseconds", examples: [300_000] }),
  timeRead: Type.Number({
    description:
      "Part of the time that samples were taken of, in pieces spread evenly; less than 1 where points are many",
    examples: [1],
  }),
  samples: Type.Integer({ description: "Samples of all devices", examples: [84_672] }),
  groups: Type.Array(ValueGroup, { description: "The samples in rising order; small groups at both ends" }),
  devices: Type.Array(DeviceExtremes, {
    description: "Devices that sent numbers, with their extremes of the whole time; those heard of last first",
  }),
  looked: Type.Integer({ description: "Devices that were looked at", examples: [42] }),
  total: Type.Integer({ description: "Devices of the type that the caller sees", examples: [42] }),
  ownLimits: Type.Integer({
    description: "Devices that were left out because they have limits of their own for the channel",
    examples: [2],
  }),
  complete: whole,
});
export type ChannelValues = Static<typeof ChannelValues>;

/** Devices that say otherwise than their type of a channel [TYP2]. */
export const ChannelOverrides = Type.Object({
  total: Type.Integer({ description: "Devices that describe the channel otherwise", examples: [2] }),
  devices: Type.Array(
    Type.Object({
      ...device,
      fields: Type.Array(Type.String(), { description: "What they say otherwise", examples: [["limits"]] }),
    }),
    { description: "By name, up to 100 of them" },
  ),
  complete: whole,
});
export type ChannelOverrides = Static<typeof ChannelOverrides>;
