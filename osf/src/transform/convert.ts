import type { OsfFile } from "../read/osf-file.ts";
import type { ReadReport } from "../read/report.ts";
import type { Selection } from "../read/selection.ts";
import type { WriteOptions } from "../write/channel-spec.ts";
import type { OsfWriter } from "../write/osf-writer.ts";
import { plannedChannelsOf } from "./channel-plan.ts";
import { keepsBlocksOf } from "./kept-blocks.ts";
import { closing, targetsOf, transcode, writeOptionsLike } from "./transcode.ts";

export interface ConvertOptions extends Selection {
  /** Name of the file, noted in the result. */
  readonly name?: string;
  /** What is to be different: version, checksums, … Without `strings`, texts and bytes stay in the block type they are in. */
  readonly write?: Partial<WriteOptions>;
}

/** Writes a file again, as another version or with only some of its samples; resolves with what was read. */
export async function convertOsf(
  file: OsfFile,
  open: (options: WriteOptions) => Promise<OsfWriter> | OsfWriter,
  options: ConvertOptions = {},
): Promise<ReadReport> {
  const { name, write = {}, ...selection } = options;
  const plans = plannedChannelsOf([file], selection);
  const pass = file.batches(selection);
  const like = writeOptionsLike([file.header], plans, name === undefined ? [] : [name], write);
  const writer = await open(like);
  await closing(writer, () => transcode(pass, writer, targetsOf(plans, 0), keepsBlocksOf(file.header, like)));
  return pass.report;
}
