import { type Static, Type } from "typebox";
import { ChannelKey } from "../../device-types/channel.ts";
import { colour, unit } from "../../device-types/labels.ts";
import { lineText } from "../../text.ts";
import { closed } from "../closed.ts";
import { partName } from "../names.ts";
import { DeviceSelection } from "../selection.ts";

/** Options that several kinds of widgets have; what is done with them is in `widget-parts.ts`. */
export const devices = DeviceSelection;

const reference = {
  key: Type.Optional(ChannelKey),
  variable: Type.Optional(partName("In place of a key: a variable of the kind CHANNEL", "channel")),
  label: Type.Optional(lineText("Another name than that of the device type", "Bearing")),
  unit: Type.Optional(unit),
  decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 15, description: "Decimals shown", examples: [1] })),
};

/** A channel; its name, unit and limits are those of the device type where nothing else is said [TYP2]. */
export const WidgetChannel = Type.Object(reference, closed);
export type WidgetChannel = Static<typeof WidgetChannel>;

/** The same as a line of a chart. */
export const ChartChannel = Type.Object(
  {
    ...reference,
    colour: Type.Optional(colour),
    axis: Type.Optional(Type.Enum(["LEFT", "RIGHT"], { description: "Without, by its unit", examples: ["LEFT"] })),
    dashed: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const channels = (atMost: number) => Type.Array(WidgetChannel, { maxItems: atMost, description: "Channels" });

const Threshold = Type.Object(
  {
    above: Type.Optional(Type.Number({ description: "At or above", examples: [90] })),
    below: Type.Optional(Type.Number({ description: "At or below", examples: [5] })),
    severity: Type.Enum(["warning", "alarm"], { description: "How it is coloured", examples: ["alarm"] }),
  },
  { ...closed, description: "Colours values; only a rule raises an alarm" },
);

export type Threshold = Static<typeof Threshold>;

/** Beside those of the device type. */
export const thresholds = Type.Optional(Type.Array(Threshold, { maxItems: 20 }));

export const range = {
  min: Type.Optional(Type.Number({ description: "Scale begins at; without, by the values", examples: [0] })),
  max: Type.Optional(Type.Number({ description: "Scale ends at", examples: [120] })),
};
