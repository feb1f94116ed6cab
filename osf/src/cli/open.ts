import { basename } from "node:path";
import { openOsfFile } from "../node/files.ts";
import type { OsfFile } from "../read/osf-file.ts";
import type { ReadOptions } from "../read/read-options.ts";
import type { Arguments } from "./options.ts";
import { Progress } from "./progress.ts";

/** Opens a file, does something with it under a progress bar, and lets go of it. */
export async function withFile<T>(
  path: string,
  args: Arguments,
  work: (file: OsfFile) => Promise<T>,
  options: ReadOptions = {},
): Promise<T> {
  const progress = new Progress(basename(path), args.has("quiet"));
  const file = await openOsfFile(path, { ...options, onProgress: progress.update });
  try {
    return await work(file);
  } finally {
    progress.end();
    await file.close();
  }
}
