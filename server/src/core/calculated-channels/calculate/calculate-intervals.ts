import type { CalculatedProjectInput, ProjectFunction } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import { numberIn, type RuleValue, valueAs } from "../../rules/index.ts";
import type { Sample } from "../../telemetry/index.ts";
import type { CompiledChannel } from "./compile-channel.ts";
import { Lane, newestIn, type Points, type Span } from "./lane.ts";
import type { Calculated } from "./sweep.ts";

/** Whose points each input of a channel looks at, in the order in which they are summed. */
export type Members = readonly (readonly DeviceId[])[];

/** Series that are read beside each other. */
const readAtOnce = 64;
/** Intervals that are calculated at once, and how many of them times series at most. */
const intervalsAtMost = 500;
const readsAtMost = 20_000;

/** The end of the interval a moment is in. */
export const intervalEnd = (ts: number, everyMs: number): number => Math.ceil(ts / everyMs) * everyMs;

/** How many intervals of a channel are calculated in one go. */
const intervalsAtOnce = (members: Members): number => {
  const series = members.reduce((sum, devices) => sum + devices.length, 1);
  return Math.max(1, Math.min(intervalsAtMost, Math.floor(readsAtMost / series)));
};

/**
 * What a channel with inputs of projects comes to at the end of each interval of a span in which an input has a stored
 * point, in order.
 */
export async function* calculateIntervals(
  points: Points,
  channel: CompiledChannel,
  members: Members,
  span: Span,
): AsyncGenerator<readonly Calculated[]> {
  const every = channel.everyMs ?? 0;
  const atOnce = intervalsAtOnce(members) * every;
  for (let from = intervalEnd(span.from, every); from < span.to; from += atOnce) {
    const ends = endsOf({ from, to: Math.min(span.to, from + atOnce) }, every);
    const told = await someIntervals(points, channel, members, ends, every);
    if (told.length > 0) yield told;
  }
}

function endsOf({ from, to }: Span, every: number): readonly number[] {
  const ends: number[] = [];
  for (let end = from; end < to; end += every) ends.push(end);
  return ends;
}

async function someIntervals(
  points: Points,
  channel: CompiledChannel,
  members: Members,
  ends: readonly number[],
  every: number,
): Promise<readonly Calculated[]> {
  const isTouched = ends.map(() => false);
  const values: (readonly (RuleValue | undefined)[])[] = [];
  for (const [at, input] of channel.inputs.entries()) {
    const read = { points, key: input.key, maxAge: channel.ages[at] ?? 0, ends, every, isTouched };
    const devices = members[at] ?? [];
    values.push(
      input.kind === "PROJECT"
        ? await overProject(read, devices, input)
        : await ofChannel(read, devices, (sample) => valueAs(channel.types[at] ?? "NUMBER", sample.value)),
    );
  }
  return ends.flatMap((ts, at) =>
    isTouched[at] ? [{ ts, value: channel.evaluate(values.map((ofInput) => ofInput[at])) }] : [],
  );
}

interface Reading {
  readonly points: Points;
  readonly key: string;
  readonly maxAge: number;
  readonly ends: readonly number[];
  readonly every: number;
  /** Noted for each interval in which a point was found. */
  readonly isTouched: boolean[];
}

async function ofChannel(
  reading: Reading,
  [device]: readonly DeviceId[],
  meaning: (sample: Sample) => RuleValue | undefined,
): Promise<readonly (RuleValue | undefined)[]> {
  const known = device === undefined ? [] : await newestAtEach(reading, device);
  return reading.ends.map((_, at) => {
    const sample = known[at];
    return sample && meaning(sample);
  });
}

async function overProject(
  reading: Reading,
  devices: readonly DeviceId[],
  input: CalculatedProjectInput,
): Promise<readonly (number | undefined)[]> {
  const gathered = reading.ends.map(() => ({
    sum: 0,
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
    count: 0,
  }));
  for (let from = 0; from < devices.length; from += readAtOnce) {
    const some = devices.slice(from, from + readAtOnce);
    for (const known of await Promise.all(some.map((device) => newestAtEach(reading, device)))) {
      for (const [at, sample] of known.entries()) {
        const [value, one] = [sample && numberIn(sample.value), gathered[at]];
        if (value !== undefined && one) add(one, value);
      }
    }
  }
  return gathered.map((one) => resultOf(input.function, one));
}

interface Gathered {
  sum: number;
  least: number;
  most: number;
  count: number;
}

function add(to: Gathered, value: number): void {
  to.sum += value;
  to.count++;
  if (value < to.least) to.least = value;
  if (value > to.most) to.most = value;
}

function resultOf(by: ProjectFunction, { sum, least, most, count }: Gathered): number | undefined {
  if (by === "COUNT") return count;
  if (count === 0) return undefined;
  switch (by) {
    case "SUM":
      return sum;
    case "AVG":
      return sum / count;
    case "MIN":
      return least;
    case "MAX":
      return most;
  }
}

/** What one device's newest value is at the end of each interval, where it is not too old. */
async function newestAtEach(reading: Reading, device: DeviceId): Promise<readonly (Sample | undefined)[]> {
  const { ends, every, maxAge, isTouched } = reading;
  const [first = 0, last = 0] = [ends[0], ends.at(-1)];
  const newest: (Sample | undefined)[] = ends.map(() => undefined);
  if (ends.length === 1) newest[0] = await onlyOne(reading, device, first);
  else await manyInto(newest, reading, device, { from: first - every + 1, to: last + 1 });
  let known: Sample | undefined;
  return ends.map((end, at) => {
    known = newest[at] ?? known;
    if (known && known.ts > end - every) isTouched[at] = true;
    return known && end - known.ts <= maxAge ? known : undefined;
  });
}

/** Of one interval a single point says everything: the newest, in it or before. */
const onlyOne = ({ points, key, maxAge, every }: Reading, device: DeviceId, end: number) =>
  newestIn(points, device, key, { from: end - Math.max(maxAge, every - 1), to: end + 1 });

async function manyInto(
  newest: (Sample | undefined)[],
  { points, key, maxAge, ends, every }: Reading,
  device: DeviceId,
  span: Span,
): Promise<void> {
  const first = ends[0] ?? 0;
  newest[0] = await newestIn(points, device, key, { from: first - maxAge, to: span.from });
  const lane = await Lane.open(points, device, key, span);
  for (let { next } = lane; next; { next } = lane) {
    newest[Math.ceil((next.ts - first) / every)] = next;
    const reading = lane.pass();
    if (reading !== undefined) await reading;
  }
}
