import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { LoggedBatch, Sample, TelemetryStore } from "../../telemetry/index.ts";
import type { CompiledInput, CompiledRule } from "../compile/compiled-rule.ts";
import { Observation } from "../observe/observation.ts";
import { windowPointsAtMost } from "../observe/window.ts";

type Points = Pick<TelemetryStore, "scan">;
/** Points of a device that are stored, or will be, and were not looked at: by key and time. */
type Unseen = ReadonlyMap<string, ReadonlySet<number>>;

const everything = { from: epochMs(-8_640_000_000_000_000), to: epochMs(8_640_000_000_000_000) };
/** Points that may come while some are being read, without reading again. */
const spare = 16;

/** What a device has sent that was not evaluated yet. */
export function unseenOf(device: DeviceId, batches: Iterable<LoggedBatch>): Unseen {
  const unseen = new Map<string, Set<number>>();
  for (const batch of batches) {
    if (batch.device !== device) continue;
    for (const { key, ts } of batch.points) unseen.set(key, (unseen.get(key) ?? new Set()).add(ts));
  }
  return unseen;
}

/**
 * The newest points of a key that were looked at before, newest first, as many as the input needs. A reader may see what is
 * committed this very moment, so what is unseen is asked for after reading.
 */
async function seenPoints(
  points: Points,
  device: DeviceId,
  input: CompiledInput,
  unseen: () => Unseen,
  seenTs: number | null,
): Promise<readonly Sample[]> {
  if (input.definition.kind !== "TELEMETRY") return [];
  const { key } = input.definition;
  for (;;) {
    const limit = limitOf(input) + (unseen().get(key)?.size ?? 0) + spare;
    const read: Sample[] = [];
    for await (const chunk of points.scan(device, key, everything, "DESC", limit)) {
      read.push(...chunk);
      if (hasEnough(read, input)) break;
    }
    const hidden = unseen().get(key);
    const seen = hidden ? read.filter(({ ts }) => ts === seenTs || !hidden.has(ts)) : read;
    if (read.length < limit || seen.length >= limitOf(input) || hasEnough(seen, input)) return newest(seen, input);
  }
}

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

/** What was looked at, and what was not. */
interface Looked {
  readonly unseen: () => Unseen;
  /** The newest time of each input that was: a point of this time is sent again by whoever got no answer. */
  readonly seen: readonly (number | null)[];
}

/** What a rule knows of a device, read from its points; those of commits that are still to be evaluated are left out [RUL3]. */
export async function observed(
  points: Points,
  device: DeviceId,
  { inputs }: CompiledRule,
  { unseen, seen }: Looked,
): Promise<Observation> {
  const observation = new Observation({ inputs });
  for (const [at, input] of inputs.entries()) {
    const samples = await seenPoints(points, device, input, unseen, seen[at] ?? null);
    for (const { ts, value } of samples.toReversed()) observation.take([at], ts, value, forEver);
  }
  return observation;
}

/** Arrived long after anything: no time of it is cut. */
const forEver = Number.POSITIVE_INFINITY as EpochMs;
