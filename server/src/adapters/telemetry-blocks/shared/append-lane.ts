import type { NodeLine } from "../../../core/node-line/index.ts";
import { bodyOf, tooManyAsked } from "../../../core/node-line/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import { messageIn, messageOf } from "./sample-codec.ts";
import { type AppendAsked, topics } from "./topics.ts";

/** Messages to one node that are under way; what comes meanwhile goes together with the next. */
const messagesUnderWay = 4;
/** Bytes of points in one message. */
const messageBytes = 256 * 1024;

const decoder = new TextDecoder();
const none = new Uint8Array();

interface Waiting {
  readonly asked: AppendAsked;
  readonly points: Uint8Array;
  readonly resolve: (position: number) => void;
  readonly reject: (error: unknown) => void;
}

export interface LaneBounds {
  /** Bytes of points that are on their way to one node. */
  readonly bytes: number;
  /** Of these, one tenant's. */
  readonly bytesPerTenant: number;
}

/** Points on their way to one other node: many appends in a message, each with its own answer. */
export class AppendLane {
  readonly #line: Pick<NodeLine, "ask">;
  readonly #node: string;
  readonly #bounds: LaneBounds;
  readonly #perTenant = new Map<TenantId | undefined, number>();
  #waiting: Waiting[] = [];
  #bytes = 0;
  #underWay = 0;
  #isScheduled = false;

  constructor(line: Pick<NodeLine, "ask">, node: string, bounds: LaneBounds) {
    this.#line = line;
    this.#node = node;
    this.#bounds = bounds;
  }

  get isIdle(): boolean {
    return this.#bytes === 0;
  }

  /** Resolves to the position of its commit; rejects with what the other node says, or that it was not reached. */
  append(asked: AppendAsked, points: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#admit(asked.owner, points.length);
      this.#waiting.push({ asked, points, resolve, reject });
      this.#schedule();
    });
  }

  #admit(tenant: TenantId | undefined, bytes: number): void {
    const ofTenant = (this.#perTenant.get(tenant) ?? 0) + bytes;
    const isFull = this.#bytes + bytes > this.#bounds.bytes || ofTenant > this.#bounds.bytesPerTenant;
    if (isFull && this.#bytes > 0) throw tooManyAsked();
    this.#bytes += bytes;
    this.#perTenant.set(tenant, ofTenant);
  }

  #leave(tenant: TenantId | undefined, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#perTenant.get(tenant) ?? 0) - bytes;
    if (left > 0) this.#perTenant.set(tenant, left);
    else this.#perTenant.delete(tenant);
  }

  /** At the end of this turn, so that everything that arrives in it goes together. */
  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= messagesUnderWay || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#send(this.#next()).finally(() => {
        this.#underWay--;
        this.#schedule();
      });
      this.#schedule();
    });
    this.#underWay++;
  }

  #next(): readonly Waiting[] {
    let [count, bytes] = [0, 0];
    while (count < this.#waiting.length && (count === 0 || bytes < messageBytes))
      bytes += this.#waiting[count++]?.points.length ?? 0;
    const next = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return next;
  }

  async #send(some: readonly Waiting[]): Promise<void> {
    try {
      const asked = some.map((one) => one.asked);
      const body = messageOf(asked, ...some.map(({ points }) => points));
      const { tails } = messageIn(await this.#line.ask(this.#node, topics.append, body));
      for (const [at, one] of some.entries()) this.#settle(one, tails[at]);
    } catch (error) {
      for (const one of some) this.#settle(one, error);
    }
  }

  /** With what became of it, or with why that is not known. */
  #settle({ asked, points, resolve, reject }: Waiting, answer: unknown): void {
    this.#leave(asked.owner, points.length);
    try {
      resolve(positionIn(answer));
    } catch (error) {
      reject(error);
    }
  }
}

/** Throws what the other node says, or why it was not reached. */
function positionIn(answer: unknown): number {
  if (answer !== undefined && !(answer instanceof Uint8Array)) throw answer;
  return Number(decoder.decode(bodyOf(answer ?? none)));
}
