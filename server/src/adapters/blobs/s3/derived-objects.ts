import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestOf } from "../content-digest.ts";
import { isSystemError } from "../folder-sync.ts";
import { sumsOf } from "./known-sums.ts";
import type { S3Bucket } from "./s3-bucket.ts";

const derivedKinds = ["channels", "preview"] as const;
export type DerivedKind = (typeof derivedKinds)[number];

const keyOf = (sha256: string, kind: DerivedKind): string => `derived/${sha256}.${kind}`;

/** What was found in contents: files of this node, which may be lost, and the same in the S3. */
export class DerivedObjects {
  readonly #bucket: S3Bucket;
  readonly #folder: string;

  constructor(bucket: S3Bucket, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  pathOf(sha256: string, kind: DerivedKind): string {
    return join(this.#folder, sha256.slice(0, 2), `${sha256}.${kind}`);
  }

  /** In the S3 once resolved. */
  async keep(sha256: string): Promise<void> {
    for (const kind of derivedKinds) {
      const bytes = await readFile(this.pathOf(sha256, kind)).catch((error: unknown) => {
        if (isSystemError(error, "ENOENT")) return undefined;
        throw error;
      });
      if (bytes) await this.#bucket.write(keyOf(sha256, kind), bytes, sumsOf(digestOf(bytes).sums));
    }
  }

  async fetch(sha256: string, kind: DerivedKind): Promise<void> {
    const bytes = await this.#bucket.read(keyOf(sha256, kind));
    if (!bytes) return;
    const path = this.pathOf(sha256, kind);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.fetched`, bytes, { mode: 0o600 });
    await rename(`${path}.fetched`, path);
  }

  async remove(sha256: string): Promise<void> {
    const removals = derivedKinds.flatMap((kind) => [
      this.#bucket.remove(keyOf(sha256, kind)),
      rm(this.pathOf(sha256, kind), { force: true }),
    ]);
    await Promise.all(removals);
  }
}
