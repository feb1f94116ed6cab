import { type Static, Type } from "typebox";
import { ChannelKey } from "../../device-types/channel.ts";
import { colour, unit } from "../../device-types/labels.ts";
import { lineText } from "../../text.ts";
import { closed } from "../closed.ts";
import { partName } from "../names.ts";
import { DeviceSelection } from "../selection.ts";
import type { Asked } from "./widget-kind.ts";

/** Options that several kinds of widgets have. */
export const devices = DeviceSelection;

/** What a new widget is about until somebody chooses. */
export const everyDevice = { kind: "ALL" } as const;

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

/** Beside those of the device type. */
export const thresholds = Type.Optional(Type.Array(Threshold, { maxItems: 20 }));

export const range = {
  min: Type.Optional(Type.Number({ description: "Scale begins at; without, by the values", examples: [0] })),
  max: Type.Optional(Type.Number({ description: "Scale ends at", examples: [120] })),
};

export const rangeProblem = ({ min, max }: { min?: number; max?: number }): string | undefined =>
  min !== undefined && max !== undefined && max <= min ? "the scale ends before it begins" : undefined;

export const thresholdsProblem = (given: readonly Static<typeof Threshold>[] = []): string | undefined =>
  given.some(({ above, below }) => (above === undefined) === (below === undefined))
    ? "a threshold has either above or below"
    : undefined;

export const channelsProblem = (given: readonly WidgetChannel[]): string | undefined =>
  given.some(({ key, variable }) => (key === undefined) === (variable === undefined))
    ? "a channel has either a key or a variable"
    : undefined;

/** The keys of channels as they are at the moment; a variable that stands for nothing is passed over. */
export const keysOf = (given: readonly WidgetChannel[], { texts }: Asked): string[] => [
  ...new Set(given.flatMap(({ key, variable }) => key ?? texts.get(variable ?? "") ?? [])),
];

/** First problem of some. */
export const firstOf = (...problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);
