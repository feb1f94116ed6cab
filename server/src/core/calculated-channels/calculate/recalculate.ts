import type { CalculatedChannelId, DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Point } from "../../telemetry/index.ts";
import { calculateIntervals, type Members } from "./calculate-intervals.ts";
import { calculateSpan } from "./calculate-span.ts";
import type { CompiledChannel } from "./compile-channel.ts";
import { StoredResults } from "./differences.ts";
import type { Points, Span } from "./lane.ts";
import type { Calculated } from "./sweep.ts";

/** A channel for one device. */
export interface Calculation {
  readonly id: CalculatedChannelId;
  readonly channel: CompiledChannel;
  readonly device: { readonly id: DeviceId; readonly tenantId: TenantId };
  /** Of a channel with intervals: whose points each input looks at. */
  readonly members: Members | undefined;
  /** Moments whose first result somebody else will write. */
  readonly isToCome?: (ts: number) => boolean;
}

/** Keeps what was calculated. */
export interface Results {
  write(device: Calculation["device"], points: readonly Point[], source: CalculatedChannelId): Promise<void>;
  remove(device: Calculation["device"], key: string, spans: readonly Span[]): Promise<void>;
}

/** What became another one. */
export interface Recalculated {
  readonly changed: readonly number[];
  /** Of these, where there is no result any more. */
  readonly removed: readonly number[];
  /** Up to where it was done, which is the end of the span unless it was to stop before. */
  readonly upTo: number;
  /** Moments that were looked at. */
  readonly moments: number;
}

/** What a channel comes to in a span, by what is stored. */
export function calculate(
  points: Points,
  { channel, device, members }: Pick<Calculation, "channel" | "members"> & { device: { id: DeviceId } },
  span: Span,
): AsyncGenerator<readonly Calculated[]> {
  return members ? calculateIntervals(points, channel, members, span) : calculateSpan(points, channel, device.id, span);
}

/** Calculates a span anew and stores what differs from what is stored; in order, so that it can stop after so many moments. */
export async function recalculate(
  points: Points,
  results: Results,
  calculation: Calculation,
  span: Span,
  momentsAtMost = Number.POSITIVE_INFINITY,
): Promise<Recalculated> {
  const { id, channel, device, isToCome } = calculation;
  const stored = await StoredResults.open(points, device.id, channel.key, span);
  const [changed, removed]: [number[], number[]] = [[], []];
  let [moments, upTo] = [0, span.from];
  const apply = async (some: readonly Calculated[], to: number): Promise<void> => {
    const differences = await stored.compare(some, to, isToCome);
    await results.remove(device, channel.key, differences.removed);
    await results.write(device, differences.points, id);
    for (const { ts } of differences.points) changed.push(ts);
    removed.push(...differences.removedTimes);
    upTo = to;
  };
  try {
    for await (const some of calculate(points, calculation, span)) {
      moments += some.length;
      await apply(some, (some.at(-1)?.ts ?? upTo) + 1);
      if (moments >= momentsAtMost) return { changed: [...changed, ...removed], removed, upTo, moments };
    }
    await apply([], span.to);
    return { changed: [...changed, ...removed], removed, upTo, moments };
  } finally {
    await stored.close();
  }
}
