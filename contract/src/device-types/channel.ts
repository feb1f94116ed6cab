import { type Static, Type } from "typebox";
import { withoutNul } from "../text.ts";
import { colour, labels, scalar, unit } from "./labels.ts";

const closed = { additionalProperties: false };
const bound = (description: string, example: number) =>
  Type.Optional(Type.Number({ description, examples: [example] }));

export const channelKinds = ["number", "state", "position", "text"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** How bad a state is; limits say the same of numbers. */
export const severities = ["normal", "warning", "alarm"] as const;
export type Severity = (typeof severities)[number];

/** The longest key or pattern; as long as keys of telemetry can be. */
export const channelKeyLength = 256;

export const ChannelKey = Type.String({
  minLength: 1,
  maxLength: channelKeyLength,
  ...withoutNul,
  "x-form": "text",
  description: "Key of the telemetry, or a pattern in which each * stands for any characters",
  examples: ["bearing_*_temp"],
});

export const ChannelState = Type.Object(
  {
    value: scalar("The value that means this state", 9),
    ...labels,
    colour: Type.Optional(colour),
    severity: Type.Optional(Type.Enum([...severities], { default: "normal", examples: ["alarm"] })),
  },
  closed,
);
export type ChannelState = Static<typeof ChannelState>;

const limits = Type.Object(
  {
    alarmBelow: bound("Alarm at or below", 0),
    warnBelow: bound("Warning at or below", 5),
    warnAbove: bound("Warning at or above", 90),
    alarmAbove: bound("Alarm at or above", 100),
  },
  { ...closed, description: "Limits colour values and propose rules; they raise nothing themselves [TYP2]" },
);
export type ChannelLimits = Static<typeof limits>;

/** The most states of one channel. */
export const statesAtMost = 256;

/** What may be said of a channel [TYP2]; everything but the key may be missing. */
export const Channel = Type.Object(
  {
    key: ChannelKey,
    ...labels,
    unit: Type.Optional(unit),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 15, description: "Decimals shown", examples: [1] })),
    kind: Type.Optional(Type.Enum([...channelKinds], { description: "What the values are", examples: ["number"] })),
    part: Type.Optional(
      Type.Enum(["latitude", "longitude"], {
        description: "Of a position whose parts are keys of their own: which one",
        examples: ["latitude"],
      }),
    ),
    range: Type.Optional(Type.Object({ min: bound("Expected from", -20), max: bound("Expected up to", 150) }, closed)),
    limits: Type.Optional(limits),
    colour: Type.Optional(colour),
    states: Type.Optional(Type.Array(ChannelState, { maxItems: statesAtMost })),
    pinned: Type.Optional(Type.Boolean({ description: "Comes first in overviews" })),
    hidden: Type.Optional(Type.Boolean({ description: "Not shown in overviews" })),
  },
  closed,
);
export type Channel = Static<typeof Channel>;
