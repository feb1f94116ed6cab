import type { Channel } from "@heliograph/contract";
import { isPattern } from "@heliograph/contract/channel-meaning";
import type { ExampleValues } from "./snippets.ts";

/** What somebody sends first where the type says nothing. */
export const plainExample: ExampleValues = { temperature: 21.5 };

const shownAtMost = 2;

/** Values as the type expects them: the first channels it describes, pinned ones before others. */
export function exampleValues(channels: readonly Channel[]): ExampleValues {
  const sent = channels
    .filter((one) => !one.hidden && !isPattern(one.key))
    .toSorted((a, b) => Number(b.pinned ?? false) - Number(a.pinned ?? false))
    .flatMap((one) => {
      const value = exampleOf(one);
      return value === undefined ? [] : [[one.key, value] as const];
    })
    .slice(0, shownAtMost);
  return sent.length === 0 ? plainExample : Object.fromEntries(sent);
}

function exampleOf({ kind = "number", states = [], ...channel }: Channel): string | number | undefined {
  if (states.length > 0) return states.map(({ value }) => value).find((one) => typeof one !== "boolean");
  if (kind !== "number") return undefined;
  return Number(middleOf(channel).toFixed(channel.decimals ?? 1));
}

/** Between what is expected, and where no limit says that anything is wrong. */
function middleOf({ range = {}, limits = {} }: Pick<Channel, "range" | "limits">): number {
  const low = Math.max(...defined(range.min, limits.warnBelow, limits.alarmBelow), Number.NEGATIVE_INFINITY);
  const high = Math.min(...defined(range.max, limits.warnAbove, limits.alarmAbove), Number.POSITIVE_INFINITY);
  if (Number.isFinite(low) && Number.isFinite(high)) return (low + high) / 2;
  if (Number.isFinite(high)) return high > 0 ? high / 2 : high - 1;
  return Number.isFinite(low) ? (low > 0 ? low * 1.5 : low + 1) : 21.5;
}

const defined = (...numbers: readonly (number | undefined)[]): number[] => numbers.filter((one) => one !== undefined);
