import type { Transferable } from "node:worker_threads";
import { isSharded, type ShardedStorage, type WriterStorage } from "../storage/storage.ts";
import { leaveUnseen } from "./leave-unseen.ts";
import type { WriterEngine } from "./writer-engine.ts";
import type { Committed, WriterRequest } from "./writer-requests.ts";

/** After so long without a request, background work uses the time. */
const idleMs = 5;
/** Background work that failed, on a full disk say, is tried again after this. */
const retryMs = 1_000;

type InTurn = Exclude<WriterRequest, { readonly type: "hang-up" }>;

/** How a request is answered, once; what is transferred need not be copied to another thread. */
export interface WriterReply {
  done(result: unknown, transfer?: readonly Transferable[]): void;
  failed(error: unknown): void;
}

/** The engine with what is asked of it in a line: one thing at a time, background work in quiet moments. */
export class Writer {
  readonly #storage: WriterStorage;
  readonly #engine: WriterEngine;
  #line: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(storage: WriterStorage, engine: WriterEngine) {
    this.#storage = storage;
    this.#engine = engine;
  }

  handle(request: WriterRequest, reply: WriterReply): void {
    if (request.type === "hang-up") this.#hangUp(reply);
    else this.#answerInTurn(request, reply);
  }

  #answerInTurn(request: InTurn, reply: WriterReply): void {
    clearTimeout(this.#timer);
    if (request.type === "close") this.#isClosing = true;
    this.#inLine(async () => {
      await this.#answer(request, reply).catch((error) => reply.failed(error));
      this.#workWhenIdle(idleMs);
    });
  }

  /** Before everything else: what is under way may be waiting for a server that is silent. */
  #hangUp(reply: WriterReply): void {
    this.#storage.hangUp?.();
    reply.done(undefined);
  }

  /** `work` never rejects: who asked for it was told. */
  #inLine(work: () => Promise<void>): void {
    this.#line = this.#line.then(work);
  }

  async #answer(request: InTurn, reply: WriterReply): Promise<void> {
    const engine = this.#engine;
    switch (request.type) {
      case "commit":
        return this.#commit(request, reply);
      case "remove":
        return this.#inSteps(engine.remove(request.series, request, request.shards), reply);
      case "forget":
        return this.#inSteps(engine.forget(request.device, request.series, request.shards), reply);
      case "flush":
        return reply.done(await engine.flush());
      case "start-after":
        return reply.done(await engine.startAfter(request.position));
      case "follow":
        return reply.done(await engine.follow(request.after));
      case "unfollow":
        return reply.done(await engine.unfollow());
      case "entries":
        return reply.done(await this.#storage.entries(request.after));
      case "receipts":
        return reply.done(engine.receipts);
      case "directory":
        return reply.done(await this.#storage.series(request.after, request.limit));
      case "take-shards":
        return reply.done(await this.#sharded.takeShards(request.shards));
      case "give-shards":
        return this.#inSteps(this.#giving(request.shards, request.receiptsUpTo), reply);
      case "unseen-in":
        return reply.done(await this.#sharded.unseenIn(request.shards));
      case "remove-unseen":
        return reply.done(await this.#sharded.removeUnseen(request.ids));
      case "reserve":
        return reply.done(await engine.reserve(request.count));
      case "series-in":
        return this.#learnSeries(request, reply);
      case "numbers-in":
        return reply.done(await this.#sharded.numbersIn(request.shards));
      case "retire":
        return this.#inSteps(this.#retiring(), reply);
      case "mark":
        return reply.done(await this.#storage.mark(request.installation, request.beat));
      case "close":
        return reply.done(await this.#storage.close());
    }
  }

  get #sharded(): ShardedStorage {
    if (!isSharded(this.#storage)) throw new TypeError("this storage has one writer");
    return this.#storage;
  }

  async #learnSeries(request: WriterRequest & { readonly type: "series-in" }, reply: WriterReply): Promise<void> {
    const found = await this.#sharded.seriesIn(request.shards, request.after, request.limit);
    this.#engine.forgetEnds(found);
    reply.done(found);
  }

  async *#giving(shards: readonly number[], receiptsUpTo: number): AsyncGenerator<void> {
    yield* this.#engine.settle();
    await this.#sharded.giveShards(shards, receiptsUpTo);
  }

  async *#retiring(): AsyncGenerator<void> {
    yield* this.#engine.settle();
    await leaveUnseen(this.#sharded, this.#engine.receipts);
    await this.#sharded.retire();
  }

  async #commit(request: WriterRequest & { readonly type: "commit" }, reply: WriterReply): Promise<void> {
    const { frame, length, ...rest } = request;
    try {
      this.#engine.passed(request.passed);
      if (request.followed !== undefined) this.#engine.followed(request.followed);
      const position = await this.#engine.commit(new Uint8Array(frame, 0, length), rest);
      reply.done({ frame, position } satisfies Committed, [frame]); // the buffer goes back to be filled again
    } catch (error) {
      reply.failed(error);
    }
    await this.#engine.compactOnCredit().catch(() => {}); // tried again in a quiet moment
  }

  /** Lets other requests come between the steps. */
  async #inSteps(task: AsyncGenerator<void>, reply: WriterReply): Promise<void> {
    const { done } = await task.next();
    if (done) return reply.done(undefined);
    const goOn = (): Promise<void> => this.#inSteps(task, reply).catch((error) => reply.failed(error));
    setImmediate(() => this.#inLine(goOn));
  }

  #workWhenIdle(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosing || !this.#engine.hasWork) return;
    this.#timer = setTimeout(() => this.#inLine(() => this.#work()), delayMs);
  }

  async #work(): Promise<void> {
    if (this.#isClosing) return;
    try {
      await this.#engine.work();
      this.#workWhenIdle(0);
    } catch {
      this.#workWhenIdle(retryMs); // the commits that fail for the same reason say so to their callers
    }
  }
}
