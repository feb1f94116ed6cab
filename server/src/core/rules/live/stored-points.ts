import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { LoggedBatch, NewestPoints, Sample, SeriesName, TelemetryStore } from "../../telemetry/index.ts";
import type { CompiledInput, CompiledRule } from "../compile/compiled-rule.ts";
import { Observation } from "../observe/observation.ts";
import { windowPointsAtMost } from "../observe/window.ts";
import { type Unseen, unseenAmong, unseenCounts } from "./unseen-points.ts";

type Points = Pick<TelemetryStore, "scan"> & NewestPoints;
/** What was committed, or will be, and not looked at; it is asked for anew whenever it is needed. */
type Batches = () => Iterable<LoggedBatch>;

const everything = { from: epochMs(-8_640_000_000_000_000), to: epochMs(8_640_000_000_000_000) };
/** Points that may come while some are being read, without reading again; each time it has to be, there may be so many times more. */
const spare = 16;
const spareGrowth = 16;
/** Series that are read at once. */
const readAtOnce = 500;

/** A rule whose knowledge of a device is wanted. */
export interface Wanted {
  readonly device: DeviceId;
  readonly rule: CompiledRule;
  /** The newest time of each input that was looked at: points up to it are sent again by whoever got no answer. */
  readonly seen: readonly (number | null)[];
}

/** One input of one of them, and what is found of it: newest first. */
interface Asked {
  readonly input: CompiledInput;
  readonly seenTs: number | null;
  found: readonly Sample[];
}

/** Many rules look at the same points of a device: they are read once. */
interface Series extends SeriesName {
  readonly asked: Asked[];
}

/** What a rule knows of a device, or why it cannot know it: that concerns this rule alone. */
export type Observed = { readonly observation: Observation } | { readonly fault: unknown };

/**
 * What rules know of devices, read from their points; those of commits that are still to be evaluated are left out [RUL3]. A
 * reader may see what is committed this very moment, so what is unseen is asked for after reading.
 */
export async function observed(
  points: Points,
  wanted: readonly Wanted[],
  unseen: Batches,
): Promise<readonly Observed[]> {
  const series = new Map<string, Series>();
  const asked = wanted.map((one) => askedOf(one, series));
  const all = [...series.values()];
  for (let from = 0; from < all.length; from += readAtOnce) {
    await readSome(points, all.slice(from, from + readAtOnce), unseen);
  }
  return wanted.map(({ rule }, at) => observationOf(rule, asked[at] ?? []));
}

/** Each input that looks at points, as part of its series. */
const askedOf = ({ device, rule, seen }: Wanted, series: Map<string, Series>): readonly (Asked | undefined)[] =>
  rule.inputs.map((input, at) => {
    if (input.definition.kind !== "TELEMETRY") return undefined;
    const asked: Asked = { input, seenTs: seen[at] ?? null, found: [] };
    seriesOf(device, input.definition.key, series).asked.push(asked);
    return asked;
  });

function seriesOf(device: DeviceId, key: string, series: Map<string, Series>): Series {
  const name = `${device} ${key}`;
  const known = series.get(name) ?? { device, key, asked: [] };
  series.set(name, known);
  return known;
}

async function readSome(points: Points, some: readonly Series[], unseen: Batches): Promise<void> {
  let left = await readNewest(points, some, unseen);
  for (let ahead = spare; left.length > 0; ahead *= spareGrowth) {
    const countOf = unseenCounts(left, unseen());
    const reads = await Promise.all(left.map((one) => read(points, one, countOf(one) + ahead)));
    left = notFound(left, reads, unseen);
  }
}

/** Where there is no window, the newest point is all that is needed, unless it is to be left out. Those that have to be read further. */
async function readNewest(points: Points, some: readonly Series[], unseen: Batches): Promise<readonly Series[]> {
  const isPlain = ({ asked }: Series) => asked.every(({ input }) => input.window === undefined);
  const plain = some.filter(isPlain);
  if (plain.length === 0) return some;
  const newest = await points.newest(plain);
  const reads = newest.map((sample) => ({ samples: sample ? [sample] : [], limit: 1 }));
  return [...some.filter((one) => !isPlain(one)), ...notFound(plain, reads, unseen)];
}

interface Read {
  readonly samples: readonly Sample[];
  readonly limit: number;
}

/** The newest points of a series, more than are needed by those that may have to be left out. */
async function read(points: Points, { device, key, asked }: Series, leftOut: number): Promise<Read> {
  const limit = Math.max(...asked.map(({ input }) => limitOf(input))) + leftOut;
  const samples: Sample[] = [];
  for await (const chunk of points.scan(device, key, everything, "DESC", limit)) {
    samples.push(...chunk);
    if (asked.every(({ input }) => hasEnough(samples, input))) break;
  }
  return { samples, limit };
}

/** Those of which too few were read, so many are to be left out. */
function notFound(some: readonly Series[], reads: readonly Read[], unseen: Batches): readonly Series[] {
  const hidden = unseenAmong(
    some.map(({ device, key }, at) => ({ device, key, samples: reads[at]?.samples ?? [] })),
    unseen(),
  );
  return some.filter((one, at) => !isFound(one, reads[at], hidden));
}

/** False where too many of those that were read are to be left out: it has to be read again. */
function isFound({ device, key, asked }: Series, read: Read = { samples: [], limit: 0 }, unseen: Unseen): boolean {
  const hidden = unseen.get(device)?.get(key);
  return asked.map((one) => isEnough(one, read, hidden)).every(Boolean);
}

function isEnough(of: Asked, { samples, limit }: Read, hidden: ReadonlySet<number> | undefined): boolean {
  if (samples.length <= 1 && !hidden) {
    of.found = samples;
    return samples.length < limit || samples.length >= limitOf(of.input);
  }
  const seen = hidden ? samples.filter(({ ts }) => wasSeen(ts, of) || !hidden.has(ts)) : samples;
  of.found = newest(seen, of.input);
  return samples.length < limit || seen.length >= limitOf(of.input) || hasEnough(seen, of.input);
}

/** What is not newer than the newest that was looked at is sent again, or late: then it is in its window a commit too early. */
const wasSeen = (ts: number, { seenTs }: Asked): boolean => seenTs !== null && ts <= seenTs;

/** Whether the list reaches further back than the window does. */
const hasEnough = (samples: readonly Sample[], input: CompiledInput): boolean =>
  newest(samples, input).length < samples.length;

function newest(samples: readonly Sample[], input: CompiledInput): readonly Sample[] {
  const [first] = samples;
  const after = (first?.ts ?? 0) - spanOf(input);
  const inside = samples.filter(({ ts }, at) => at === 0 || ts > after);
  return inside.slice(0, limitOf(input));
}

const spanOf = ({ window }: CompiledInput): number => window?.overMs ?? 0;
const limitOf = ({ window }: CompiledInput): number => (window ? windowPointsAtMost : 1);

function observationOf({ inputs }: CompiledRule, asked: readonly (Asked | undefined)[]): Observed {
  try {
    const observation = new Observation({ inputs });
    for (const [at, { found } = nothingFound] of asked.entries()) {
      for (const { ts, value } of found.length > 1 ? found.toReversed() : found)
        observation.take([at], ts, value, forEver);
    }
    return { observation };
  } catch (fault) {
    return { fault };
  }
}

const nothingFound: Pick<Asked, "found"> = { found: [] };

/** Arrived long after anything: no time of it is cut. */
const forEver = Number.POSITIVE_INFINITY as EpochMs;
