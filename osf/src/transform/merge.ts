import { OsfError } from "../format/errors.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ReadReport } from "../read/report.ts";
import type { Selection } from "../read/selection.ts";
import type { WriteOptions } from "../write/channel-spec.ts";
import type { OsfWriter } from "../write/osf-writer.ts";
import { plannedChannelsOf } from "./channel-plan.ts";
import { keptBlocksOf } from "./kept-blocks.ts";
import type { Duplicates } from "./sorted-series.ts";
import { SortedWindows } from "./time-windows.ts";
import { closing, writeOptionsLike } from "./transcode.ts";

export interface MergeOptions extends Selection {
  /** Samples of one channel that several files have at the same time: the first or the last file wins, or all stay. */
  readonly duplicates?: Duplicates;
  /** Names of the files, noted in the result. */
  readonly names?: readonly string[];
  /** What the result is to be like besides its channels. Without `strings`, texts and bytes stay in the block type they are in. */
  readonly write?: Partial<WriteOptions>;
}

/** What became of the files. */
export interface MergeReport {
  /** Samples written. */
  readonly samples: number;
  /** What was read of each file, in their order. */
  readonly files: readonly ReadReport[];
}

/** Puts several files together, in the order of time, with a time for every sample. */
export async function mergeOsf(
  files: readonly OsfFile[],
  open: (options: WriteOptions) => Promise<OsfWriter> | OsfWriter,
  options: MergeOptions = {},
): Promise<MergeReport> {
  const [first, ...others] = files;
  if (!first) throw new OsfError("not-writable", "Nothing to merge");
  const plans = plannedChannelsOf(files, options);
  const headers = [first.header, ...others.map(({ header }) => header)] as const;
  const like = writeOptionsLike(headers, plans, options.names ?? [], options.write ?? {});
  const writer = await open(like);
  const duplicates = options.duplicates ?? "first";
  const windows = new SortedWindows(files, plans, options, { duplicates });
  let samples = 0;
  await closing(writer, async () => {
    for await (const window of windows) {
      const blocks = keptBlocksOf(plans, headers, windows.blocks, like);
      for (const [target, { times, values }] of window.entries()) {
        if (times.length > 0) await writer.stamped(target, times, values, blocks[target]);
        samples += times.length;
      }
    }
  });
  return { samples, files: windows.reports };
}
