import type { DeviceId } from "../../../kernel/ids.ts";
import type { CompiledChannel } from "./compile-channel.ts";
import { oldestIn, type Points, type Span } from "./lane.ts";

/** Times of points of one key of a device that are others than before. */
export interface ChangedKey {
  readonly key: string;
  readonly times: readonly number[];
}

/**
 * The spans in which a channel may come to something else because of changed points: from each of them to the next one of
 * its key, or as long as its value counts [RUL7].
 */
export async function affectedSpans(
  points: Points,
  channel: CompiledChannel,
  device: DeviceId,
  changed: readonly ChangedKey[],
): Promise<readonly Span[]> {
  const spans: Span[] = [];
  for (const { key, times } of changed) {
    const age = ageOf(channel, key);
    for (const { from, to } of joined(times.map((ts) => ({ from: ts, to: ts + age + 1 })))) {
      const last = to - age - 1;
      const next = await oldestIn(points, device, key, { from: last + 1, to });
      spans.push({ from, to: next?.ts ?? to });
    }
  }
  return joined(spans);
}

/** The longest time a value of a key counts; none under the channel's own, which counts for itself alone. */
function ageOf({ inputs, ages }: CompiledChannel, key: string): number {
  return Math.max(0, ...inputs.map((input, at) => (input.key === key ? (ages[at] ?? 0) : 0)));
}

/** Spans in order, those that meet as one. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
