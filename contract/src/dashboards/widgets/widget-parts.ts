import type { Threshold, WidgetChannel } from "./option-parts.ts";
import type { Asked } from "./widget-kind.ts";

/** What a new widget is about until somebody chooses. */
export const everyDevice = { kind: "ALL" } as const;

export const rangeProblem = ({ min, max }: { min?: number; max?: number }): string | undefined =>
  min !== undefined && max !== undefined && max <= min ? "the scale ends before it begins" : undefined;

export const thresholdsProblem = (given: readonly Threshold[] = []): string | undefined =>
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
