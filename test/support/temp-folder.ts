import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TempFolder extends AsyncDisposable {
  readonly path: string;
}

/** A fresh folder that goes with its user: `await using folder = await tempFolder()`. */
export async function tempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
