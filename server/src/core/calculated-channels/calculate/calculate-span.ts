import type { DeviceId } from "../../../kernel/ids.ts";
import { longWork, PieceTime } from "../../../kernel/long-work-queue.ts";
import type { CompiledChannel } from "./compile-channel.ts";
import { Lane, newestIn, type Points, type Span } from "./lane.ts";
import { type Calculated, Sweep } from "./sweep.ts";

/** Moments that are told at once, as long as they take no longer than a piece; in between others have their turn. */
const momentsAtOnce = 1_000;
/** Moments after which somebody looks at the clock: how long one takes is up to the expression. */
const momentsPerLook = 16;

/** What a channel comes to at each moment of a span at which an input of it has a stored point, in order. */
export async function* calculateSpan(
  points: Points,
  channel: CompiledChannel,
  device: DeviceId,
  span: Span,
): AsyncGenerator<readonly Calculated[]> {
  const sweep = await sweepBefore(points, channel, device, span.from);
  const keys = [...new Set(channel.inputs.map(({ key }) => key))];
  const lanes = await Promise.all(keys.map((key) => Lane.open(points, device, key, span)));
  try {
    yield* moments(sweep, lanes);
  } finally {
    for (const lane of lanes) await lane.close();
  }
}

/** What is known at the beginning. */
async function sweepBefore(points: Points, channel: CompiledChannel, device: DeviceId, from: number): Promise<Sweep> {
  const sweep = new Sweep(channel);
  const before = await Promise.all(
    channel.inputs.map(({ key }, at) =>
      newestIn(points, device, key, { from: from - (channel.ages[at] ?? 0), to: from }),
    ),
  );
  for (const [at, sample] of before.entries()) {
    const key = channel.inputs[at]?.key;
    if (sample && key !== undefined) sweep.take(key, sample.ts, sample.value);
  }
  return sweep;
}

async function* moments(sweep: Sweep, lanes: readonly Lane[]): AsyncGenerator<readonly Calculated[]> {
  const piece = new PieceTime();
  let told: Calculated[] = [];
  for (let ts = earliest(lanes); Number.isFinite(ts); ts = earliest(lanes)) {
    for (const lane of lanes) {
      const { next } = lane;
      if (next?.ts !== ts) continue;
      sweep.take(lane.key, ts, next.value);
      const reading = lane.pass();
      if (reading !== undefined) await reading;
    }
    told.push({ ts, value: sweep.resultAt(ts) });
    const isLong = told.length % momentsPerLook === 0 && piece.isUp;
    if (told.length < momentsAtOnce && !isLong) continue;
    yield told;
    told = [];
    await longWork.nextPiece();
    piece.restart();
  }
  if (told.length > 0) yield told;
}

function earliest(lanes: readonly Lane[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { next } of lanes) if (next && next.ts < first) first = next.ts;
  return first;
}
