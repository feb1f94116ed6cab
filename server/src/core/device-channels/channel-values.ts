import type { ValueGroup } from "@heliograph/contract";
import type { DeviceId, DeviceTypeId } from "../../kernel/ids.ts";
import { longWork, PieceTime } from "../../kernel/long-work-queue.ts";
import { type Clock, type EpochMs, epochMs, monotonicMs } from "../../kernel/time.ts";
import type { Devices } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";
import type { TelemetryStore } from "../telemetry/index.ts";
import type { IsOfChannel } from "./channel-keys.ts";
import { heardOfLast } from "./heard-of-last.ts";
import { finite, type ReadSeries, readSeries } from "./read-series.ts";
import { groupsOf } from "./value-groups.ts";
import { samplingOf, valuesSpanMs } from "./value-sampling.ts";

export interface ValueLimits {
  readonly devices: number;
  /** Of a pattern each device has several. */
  readonly series: number;
  /** Points that are taken apart; of more the time is sampled. */
  readonly points: number;
  readonly timeMs: number;
}

interface DeviceExtremes {
  readonly id: DeviceId;
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

export interface ValuesOfChannel {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly intervalMs: number;
  readonly timeRead: number;
  readonly samples: number;
  readonly groups: readonly ValueGroup[];
  readonly devices: readonly DeviceExtremes[];
  readonly looked: number;
  readonly total: number;
  readonly ownLimits: number;
  readonly complete: boolean;
}

type ValueSource = Pick<TelemetryStore, "keys" | "aggregate">;

interface Parts {
  readonly devices: Pick<Devices, "list">;
  readonly telemetry: ValueSource;
  readonly clock: Clock;
  readonly limits: ValueLimits;
}

interface Wanted {
  readonly reach: Reach;
  readonly typeId: DeviceTypeId;
  readonly isOfChannel: IsOfChannel;
  /** Have limits of their own: the type's do not count for them. */
  readonly leftOut: ReadonlySet<DeviceId>;
}

/**
 * What the devices of a type measured in a channel in the last seven days [TYP2]. The statistics of blocks say how many
 * points there are and between which values; only then is decided how much of the time is read.
 */
export async function valuesOfChannel(parts: Parts, wanted: Wanted): Promise<ValuesOfChannel> {
  const { limits, clock, telemetry } = parts;
  const [to, begin] = [clock(), monotonicMs()];
  const from = epochMs(to - valuesSpanMs);
  const found = await parts.devices.list(heardOfLast(wanted.reach, wanted.typeId), { page: 0, limit: limits.devices });
  const shown = found.data.filter(({ id }) => !wanted.leftOut.has(id));
  const names = new Map(shown.map(({ id, name }) => [id, name]));
  const half = begin + limits.timeMs / 2;
  const terms = { range: { from, to }, isOfChannel: wanted.isOfChannel, seriesAtMost: limits.series, until: half };
  const { series, isWhole } = await readSeries(telemetry, [...names.keys()], terms);
  const points = series.reduce((sum, { count }) => sum + count, 0);
  const sampling = samplingOf({ end: to, series: series.length, points, pointsAtMost: limits.points });
  const { sorted, isAll } = await samplesOf(telemetry, series, sampling, begin + limits.timeMs);
  return {
    ...{ from, to, intervalMs: sampling.intervalMs, timeRead: sampling.timeRead },
    ...{ samples: sorted.length, groups: groupsOf(sorted) },
    devices: extremesOf(series, names),
    ...{ looked: found.data.length, total: found.totalElements, ownLimits: found.data.length - shown.length },
    complete: isWhole && isAll && found.data.length === found.totalElements,
  };
}

async function samplesOf(
  telemetry: ValueSource,
  series: readonly ReadSeries[],
  { edges, isSample }: ReturnType<typeof samplingOf>,
  until: number,
): Promise<{ readonly sorted: Float64Array; readonly isAll: boolean }> {
  const samples: number[] = [];
  const piece = new PieceTime();
  let read = 0;
  for (const { device, key } of series) {
    if (read > 0 && monotonicMs() > until) break;
    for (const { ts, value } of await telemetry.aggregate(device, key, edges, "AVG"))
      if (isSample(ts)) samples.push(finite(value));
    read++;
    if (!piece.isUp) continue;
    await longWork.nextPiece();
    piece.restart();
  }
  await longWork.nextPiece();
  return { sorted: Float64Array.from(samples).sort(), isAll: read === series.length };
}

function extremesOf(series: readonly ReadSeries[], names: ReadonlyMap<DeviceId, string>): DeviceExtremes[] {
  const known = new Map<DeviceId, DeviceExtremes>();
  for (const { device: id, min, max } of series) {
    const before = known.get(id);
    known.set(id, {
      ...{ id, name: names.get(id) ?? "" },
      ...{ min: Math.min(min, before?.min ?? min), max: Math.max(max, before?.max ?? max) },
    });
  }
  return [...known.values()];
}
