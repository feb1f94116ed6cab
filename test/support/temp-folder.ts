import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scratchFolder } from "../scratch-folder.ts";

export interface TempFolder extends AsyncDisposable {
  readonly path: string;
}

/** A fresh folder that goes with its user: `await using folder = await tempFolder()`. */
export async function tempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The same where its data is in memory: a disk that others keep busy may take a second for each of hundreds of syncs. */
export function quickFolder(): TempFolder {
  const path = scratchFolder("test");
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
