import type { StoredFile } from "@heliograph/device";
import { compressOsf, encodeOsf } from "@heliograph/osf";
import type { Recording } from "../actor.ts";

/** A channel with a fixed rate, and what it measures at a moment, in milliseconds. */
interface RecordedChannel {
  readonly name: string;
  readonly unit: string;
  readonly hertz: number;
  readonly at: (ts: number) => number;
}

interface OsfContent {
  readonly tag: string;
  readonly creator: string;
  readonly channels: readonly RecordedChannel[];
}

const nsPerMs = 1_000_000n;

/** A measurement as a logger writes it. */
export async function osfFile({ start, seconds }: Recording, content: OsfContent): Promise<StoredFile> {
  const { tag, creator, channels } = content;
  const startNs = BigInt(Math.round(start)) * nsPerMs;
  const plain = encodeOsf(
    { tag, creator, channels: channels.map(({ name, unit }) => ({ name, unit, datatype: "float" })) },
    (encoder) => {
      for (const [index, { hertz, at }] of channels.entries())
        encoder.start(index, startNs, hertz, samples(start, seconds, hertz, at));
    },
  );
  const stamp = new Date(start).toISOString().replace(/[-:]/g, "").replace("T", "_").slice(0, 15);
  return {
    name: `/sde/${tag}/${stamp.slice(0, 8)}/${stamp}.osfz`,
    tag,
    startTime: new Date(start),
    endTime: new Date(start + seconds * 1_000),
    content: await compressOsf(plain),
  };
}

const samples = (start: number, seconds: number, hertz: number, at: (ts: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * hertz) }, (_, index) => at(start + (index * 1_000) / hertz));
