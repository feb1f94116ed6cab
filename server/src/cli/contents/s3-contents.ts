import { createHash } from "node:crypto";
import { digestOf } from "../../adapters/blobs/content-digest.ts";
import { sumsOf } from "../../adapters/blobs/s3/known-sums.ts";
import { S3BlobStore } from "../../adapters/blobs/s3/s3-blob-store.ts";
import { type ObjectBytes, S3Bucket } from "../../adapters/blobs/s3/s3-bucket.ts";
import { nameOf, type S3Place } from "../../adapters/blobs/s3/s3-place.ts";
import { AppError } from "../../kernel/errors.ts";
import { CommandError } from "../failure.ts";
import { type ContentPlace, contentFolders, hashIn, type KeptFile } from "./content-place.ts";

/** The S3 a node has for files; `passing` is a folder of this machine for what is on its way. */
export class S3FileContents implements ContentPlace, AsyncDisposable {
  readonly label: string;
  readonly bucket: S3Bucket;
  readonly #store: S3BlobStore;

  constructor(place: S3Place, passing: string) {
    this.bucket = new S3Bucket(place);
    this.label = this.bucket.name;
    this.#store = new S3BlobStore(this.bucket, passing, 0);
  }

  /** Before something is written: ends what a killed one left behind. */
  start(): Promise<void> {
    return this.#store.start();
  }

  async *files(): AsyncGenerator<readonly KeptFile[]> {
    for (const folder of contentFolders) {
      for await (const objects of this.bucket.objectsBelow(`${folder}/`))
        yield objects.map(({ name, size }) => ({ name: `${folder}/${name}`, size }));
    }
  }

  sizeOf(name: string): Promise<number | undefined> {
    return this.bucket.sizeOf(name);
  }

  async read(name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const found = await this.bucket.get(name);
    return found && wholeOf(found);
  }

  async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    if (hashIn(name) === undefined) return this.#writeDerived(name, bytes);
    const lease = await this.#store.put(bytes, Number.POSITIVE_INFINITY);
    lease.release();
    return lease.sha256;
  }

  async #writeDerived(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const whole = Buffer.concat(await Array.fromAsync(bytes));
    await this.bucket.write(name, whole, sumsOf(digestOf(whole).sums));
    return createHash("sha256").update(whole).digest("hex");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store.close();
  }
}

/** An answer that ends early is none. */
async function* wholeOf({ bytes, size }: ObjectBytes): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== (size ?? read)) throw new Error(`the answer ended at byte ${read} of ${size}`);
}

/** What an S3 says when it refuses or fails, for whoever runs the command: its own words name the reason [RUN11]. */
export async function inWordsOfS3<T>(place: S3Place, outcome: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && error.code.startsWith("FILES_"))) throw error;
    const { name, message } = error.details;
    throw new CommandError(
      `${nameOf(place)} cannot be used (${[name, message].filter((word) => word !== undefined).join(": ")}). ${outcome} ` +
        "Check HELIO_FILES_URL, HELIO_S3_ENDPOINT, the keys and their rights (list, read, write, delete), and whether it runs.",
    );
  }
}
