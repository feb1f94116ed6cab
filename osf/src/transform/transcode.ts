import type { InfoEntry } from "../format/channel.ts";
import { exactStepNs, type Segment, segmentTime } from "../format/segment.ts";
import type { OsfHeader } from "../read/header.ts";
import type { BatchStream } from "../read/pass.ts";
import type { NumberBatch } from "../read/samples/batch.ts";
import { type ChannelSpec, specOf, type WriteOptions } from "../write/channel-spec.ts";
import type { OsfWriter } from "../write/osf-writer.ts";
import type { PlannedChannel } from "./channel-plan.ts";

/** File-level keys the writer sets itself. */
const ownKeys = new Set(["created_utc", "creator", "tag", "reason", "comment", "file_uuid", "version"]);

/**
 * How to write a file that says the same as the first of the files that were read, but for `changes`; `sources` are
 * noted in it. Signatures are dropped, the checksums under them stay (§8.8).
 */
export function writeOptionsLike(
  [header, ...others]: readonly [OsfHeader, ...OsfHeader[]],
  plans: readonly PlannedChannel[],
  sources: readonly string[],
  changes: Partial<WriteOptions>,
): WriteOptions {
  const { metadata } = header;
  const noted: InfoEntry[] = sources.map((value) => ({ name: "source_file", value, datatype: "string", unit: "" }));
  return {
    channels: plans.map(({ channel }): ChannelSpec => specOf(channel)),
    version: header.version,
    crc: (changes.version ?? header.version) === 5 && [header, ...others].some(({ integrity }) => integrity !== "none"),
    anyEquidistantType: true,
    ...(metadata.createdUtc === "" ? {} : { createdUtc: metadata.createdUtc }),
    creator: metadata.creator,
    tag: metadata.tag || "default",
    ...(metadata.reason === "" ? {} : { reason: metadata.reason }),
    ...(metadata.comment === "" ? {} : { comment: metadata.comment }),
    ...(metadata.fileUuid === "" ? {} : { fileUuid: metadata.fileUuid }),
    attributes: new Map([...metadata.attributes].filter(([key]) => !ownKeys.has(key))),
    infos: [...header.infos, ...noted],
    ...changes,
  };
}

interface RunningSegment {
  readonly segment: Segment;
  nextIndex: number;
}

/**
 * Writes every batch of a pass, equidistant segments as such. `targetOf` gives the new index of a channel; with
 * `keepsBlocks`, texts and bytes stay in the block type they were in.
 */
export async function transcode(
  pass: BatchStream,
  writer: OsfWriter,
  targetOf: ReadonlyMap<number, number>,
  keepsBlocks: boolean,
): Promise<void> {
  const running = new Map<number, RunningSegment>();
  for await (const batch of pass) {
    const target = targetOf.get(batch.channel.index);
    if (target === undefined) continue;
    if (batch.kind === "numbers" && batch.equidistant) await writeSegmentPart(batch, writer, target, running);
    else {
      running.delete(target);
      const blocks = keepsBlocks && batch.kind !== "numbers" ? batch.blocks : undefined;
      await writer.stamped(target, batch.times, batch.values, blocks);
    }
  }
}

async function writeSegmentPart(
  batch: NumberBatch,
  writer: OsfWriter,
  target: number,
  running: Map<number, RunningSegment>,
): Promise<void> {
  const { segment, firstIndex } = batch.equidistant ?? { segment: undefined, firstIndex: 0 };
  const known = running.get(target);
  if (known && known.segment === segment && known.nextIndex === firstIndex) {
    known.nextIndex += batch.count;
    await writer.continue(target, batch.values);
    return;
  }
  running.delete(target);
  const rateHz = segment ? rewritableRate(segment, firstIndex) : undefined;
  if (!segment || rateHz === undefined) {
    await writer.stamped(target, batch.times, batch.values);
    return;
  }
  await writer.start(target, segmentTime(segment, firstIndex), rateHz, batch.values);
  running.set(target, { segment, nextIndex: firstIndex + batch.count });
}

/** The rate with which the samples keep their times to the nanosecond, or undefined when they would not. */
function rewritableRate({ startNs, rateHz, incrementNs }: Segment, firstIndex: number): number | undefined {
  const rate = incrementNs === undefined ? rateHz : 1e9 / Number(incrementNs);
  if (!(rate > 0 && Number.isFinite(rate))) return undefined;
  if (incrementNs === undefined && firstIndex === 0) return rate;
  const step = exactStepNs({ startNs, rateHz: rate, incrementNs: undefined });
  return step !== undefined && (incrementNs === undefined || step === incrementNs) ? rate : undefined;
}

/** Closes the writer when the work is done, and lets go of it when it fails. */
export async function closing(writer: OsfWriter, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  await writer.close();
}

/** Where the channels of file `position` go in the result. */
export const targetsOf = (plans: readonly PlannedChannel[], position: number): ReadonlyMap<number, number> =>
  new Map(
    plans.flatMap(({ sources }, target) =>
      sources[position] === undefined ? [] : [[sources[position], target] as const],
    ),
  );
