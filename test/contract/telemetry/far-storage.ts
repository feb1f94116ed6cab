import { setImmediate as later } from "node:timers/promises";
import type { BlockReads } from "../../../server/src/adapters/telemetry-blocks/storage/block-reads.ts";
import type {
  ReaderStorage,
  StorageTransaction,
  WriterStorage,
} from "../../../server/src/adapters/telemetry-blocks/storage/storage.ts";

/** The changes a transaction is told; all of its other calls are reads. */
const changeNames: ReadonlySet<string | symbol> = new Set<keyof StorageTransaction>([
  "define",
  "dropSeries",
  "dropDevice",
  "append",
  "trim",
  "setAside",
  "note",
  "insert",
  "delete",
]);

type Call = (...values: unknown[]) => unknown;

/** Every call is answered in a later turn of the event loop, as over a network; `before` is what is done first. */
function answeringLater<Target extends object>(target: Target, before: () => void = () => {}): Target {
  return new Proxy(target, {
    get: (_target, name) => {
      const call = Reflect.get(target, name) as Call; // methods, all of them
      return async (...values: unknown[]) => {
        await later();
        before();
        return call.apply(target, values);
      };
    },
  });
}

/** Changes wait until something is read or the transaction ends, and are sent together. */
class Changes {
  readonly #told: (() => void)[] = [];
  readonly far: StorageTransaction;

  constructor(near: StorageTransaction) {
    const reads = answeringLater(near, () => this.send());
    this.far = new Proxy(reads, {
      get: (_target, name) => {
        if (!changeNames.has(name)) return Reflect.get(reads, name);
        const call = Reflect.get(near, name) as Call;
        return (...values: unknown[]) => void this.#told.push(() => call.apply(near, values));
      },
    });
  }

  send(): void {
    for (const tell of this.#told.splice(0)) tell();
  }
}

/** A storage at the other end of a network: what the engine does must not depend on answers that are there at once. */
export class FarWriterStorage implements WriterStorage {
  readonly #near: WriterStorage;
  readonly log: WriterStorage["log"];
  readonly entries: WriterStorage["entries"];
  readonly series: WriterStorage["series"];
  readonly highestSeries: WriterStorage["highestSeries"];
  readonly mark: WriterStorage["mark"];

  constructor(near: WriterStorage) {
    const far = answeringLater(near);
    this.#near = near;
    this.log = far.log;
    this.entries = far.entries;
    this.series = far.series;
    this.highestSeries = far.highestSeries;
    this.mark = far.mark;
  }

  async transaction<Result>(work: (changes: StorageTransaction) => Promise<Result>): Promise<Result> {
    await later();
    const result = await this.#near.transaction(async (near) => {
      const changes = new Changes(near);
      const worked = await work(changes.far);
      await later();
      changes.send();
      return worked;
    });
    await later();
    return result;
  }

  close(): Promise<void> {
    return this.#near.close();
  }
}

export class FarReaderStorage implements ReaderStorage {
  readonly #near: ReaderStorage;

  constructor(near: ReaderStorage) {
    this.#near = near;
  }

  snapshot<Result>(read: (blocks: BlockReads) => Promise<Result>): Promise<Result> {
    return this.#near.snapshot((blocks) => read(answeringLater(blocks)));
  }

  close(): Promise<void> {
    return this.#near.close();
  }
}
