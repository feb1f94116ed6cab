import { type Static, Type } from "typebox";
import { csvEscape } from "./csv.ts";
import { FileSelection } from "./files.ts";
import { nullable } from "./nullable.ts";

const ms = (description: string) =>
  Type.Number({ description: `${description}; Unix milliseconds, fractions included`, examples: [1794700800000.25] });
const numbers = (description: string) => Type.Array(nullable(Type.Number()), { description });

/** A channel of a measurement file [FILE7]. */
export const ChannelRecord = Type.Object({
  index: Type.Integer({ description: "Names the channel in the other calls", examples: [0] }),
  name: Type.String({ examples: ["Engine.Speed"] }),
  displayName: Type.String({ examples: ["Engine speed"] }),
  unit: Type.String({ examples: ["rpm"] }),
  datatype: Type.String({ examples: ["double"] }),
  width: Type.Integer({ description: "Values per sample", examples: [1] }),
  sampleCount: Type.Integer({ examples: [36_000] }),
  startTime: nullable(ms("Time of the first sample")),
  endTime: nullable(ms("Time of the last sample")),
  min: nullable(Type.Number({ examples: [0] })),
  max: nullable(Type.Number({ examples: [6_200] })),
});
export type ChannelRecord = Static<typeof ChannelRecord>;

const window = {
  startTime: Type.Optional(ms("First moment, included")),
  endTime: Type.Optional(ms("Last moment, not included")),
};
const channel = Type.Integer({ minimum: 0, maximum: 65_535, description: "Index of the channel", examples: [0] });

export const PreviewQuery = Type.Object({
  ...FileSelection.properties,
  ...window,
  channel,
  component: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 15,
      default: 0,
      description: "Of a position: 0 latitude, 1 longitude, 2 altitude; of a vector: the place",
      examples: [0],
    }),
  ),
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000, description: "About so many", examples: [1_000] }),
  ),
});

/** Buckets as columns, ready for a chart; times without samples have no bucket. */
export const PreviewRecord = Type.Object({
  bucketWidth: Type.Number({ description: "Milliseconds, fractions included", examples: [100] }),
  startTime: Type.Array(Type.Number(), { description: "Start of each bucket" }),
  count: Type.Array(Type.Integer(), { description: "Samples in each bucket" }),
  gapBefore: Type.Array(Type.Boolean(), { description: "Draw no line from the bucket before" }),
  min: numbers("Empty for texts and bytes"),
  max: numbers("Empty for texts and bytes"),
  first: numbers("Empty for texts and bytes"),
  last: numbers("Empty for texts and bytes"),
});

export type PreviewRecord = Static<typeof PreviewRecord>;

export const SamplesQuery = Type.Object({
  ...FileSelection.properties,
  ...window,
  channel,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 10_000, description: "At most so many", examples: [1_000] }),
  ),
});

export const SamplesRecord = Type.Object({
  time: Type.Array(Type.Number(), { description: "Unix milliseconds, fractions included" }),
  value: Type.Array(Type.Unknown(), { description: "As the channel has them; bytes are base64" }),
  hasMore: Type.Boolean({ description: "The limit cut the rest off" }),
});

export type SamplesRecord = Static<typeof SamplesRecord>;

export const ContentExportQuery = Type.Object({
  escape: csvEscape,
  ...FileSelection.properties,
  ...window,
  channels: Type.Optional(
    Type.String({
      pattern: "^\\d{1,5}(,\\d{1,5})*$",
      "x-must": "must be indices of channels separated by commas",
      description: "Indices of channels, separated by commas; all of them by default",
      examples: ["0,3"],
    }),
  ),
});
