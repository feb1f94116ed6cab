import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a run keeps its stores; gone when it ends. */
export class Folders implements Disposable {
  readonly #root = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "bench-telemetry-"));

  fresh(name: string): string {
    const folder = join(this.#root, name);
    mkdirSync(folder);
    return folder;
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true });
  }
}
