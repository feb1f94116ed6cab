import { randomUUID } from "node:crypto";
import type { S3Bucket } from "./s3-bucket.ts";

/** Whoever copies the contents says so here, in objects that change: nothing is removed meanwhile, by whichever node. */
const holdsFolder = "holds/";
const renewEveryMs = 15_000;
/** What a killed backup left behind changes no more, and holds nothing then. */
const holdsForMs = 60_000;

/** Keeps every content in an S3, whose nodes may be running, until it is disposed of [REL4]. */
export async function holdS3Contents(bucket: S3Bucket): Promise<AsyncDisposable> {
  const key = `${holdsFolder}${randomUUID()}`;
  let count = 0;
  const renew = () => bucket.write(key, Buffer.from(`${++count}\n`));
  await renew();
  const timer = setInterval(() => void renew().catch(() => undefined), renewEveryMs).unref();
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await bucket.remove(key).catch(() => undefined); // it runs out
    },
  };
}

interface SeenHold {
  readonly text: string;
  /** On our own steady clock: that of the S3 is not compared with it [RUN12]. */
  readonly since: number;
}

/** The holds in an S3 as a node sees them, which is about to remove something. */
export class S3CopyHolds {
  readonly #bucket: S3Bucket;
  readonly #now: () => number;
  #seen: ReadonlyMap<string, SeenHold> = new Map();

  constructor(bucket: S3Bucket, now: () => number = () => performance.now()) {
    this.#bucket = bucket;
    this.#now = now;
  }

  async areThere(): Promise<boolean> {
    const seen = await this.#look();
    const left = [...seen].filter(([, { since }]) => this.#now() - since >= holdsForMs).map(([name]) => name);
    for (const name of left) {
      await this.#bucket.remove(`${holdsFolder}${name}`);
      seen.delete(name);
    }
    this.#seen = seen;
    return seen.size > 0;
  }

  async #look(): Promise<Map<string, SeenHold>> {
    const seen = new Map<string, SeenHold>();
    for await (const names of this.#bucket.keysBelow(holdsFolder)) {
      for (const name of names) {
        const text = (await this.#bucket.read(`${holdsFolder}${name}`))?.toString("utf8");
        const before = this.#seen.get(name);
        if (text !== undefined) seen.set(name, before?.text === text ? before : { text, since: this.#now() });
      }
    }
    return seen;
  }
}
