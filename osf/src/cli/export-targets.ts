import { basename, join } from "node:path";
import type { OsfFile } from "../read/osf-file.ts";
import { UsageError } from "./exit.ts";
import { withFile } from "./open.ts";
import { type Arguments, matchingChannels } from "./options.ts";
import { requireFree } from "./outputs.ts";

/** One text of an export and what goes into it. */
export interface ExportTarget {
  /** The measurement file. */
  readonly path: string;
  /** Undefined: stdout. */
  readonly out: string | undefined;
  readonly channels: readonly number[];
}

/** Every text of an export, known to be possible before the first is written: a half export is hard to take back. */
export async function plannedTargets(args: Arguments, ending: string): Promise<ExportTarget[]> {
  const targets: ExportTarget[] = [];
  for (const path of new Set(args.paths))
    targets.push(...(await withFile(path, args, async (file) => targetsOf(file, path, args, ending))));
  refuseClashes(targets);
  for (const { out } of targets) if (out !== undefined) requireFree(out, args.has("force"));
  return targets;
}

function targetsOf(file: OsfFile, path: string, args: Arguments, ending: string): ExportTarget[] {
  const channels = matchingChannels(file.channels, args.list("channel"));
  const folder = args.text("out-dir");
  if (folder === undefined) return [{ path, out: args.text("out"), channels }];
  const stem = basename(path).replace(/\.osfz?$/i, "");
  if (!args.has("per-channel")) return [{ path, out: join(folder, `${stem}.${ending}`), channels }];
  return channels.map((index) => {
    const name = safeName(`${stem}.${index}.${file.findChannel(index)?.name ?? ""}`);
    return { path, out: join(folder, `${name}.${ending}`), channels: [index] };
  });
}

/** Names that differ only in case are one file on many media. */
function refuseClashes(targets: readonly ExportTarget[]): void {
  const named = Map.groupBy(targets, ({ out }) => out?.toLowerCase());
  const clash = [...named.values()].find(({ length }) => length > 1);
  if (!clash) return;
  const [first, second] = clash.map(({ path }) => `'${path}'`);
  throw new UsageError(
    `${first} and ${second} would both become '${clash[0]?.out}': export them into folders of their own`,
  );
}

/** Channel names may hold anything; file names may not. */
const safeName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 200);
