import { AppError } from "../../kernel/errors.ts";

const retryWhenFullMs = 5_000;

/** Whose work it is: those of one network take turns with those of others, and in it one account with the others. */
export interface LaneOwner {
  readonly network: string;
  readonly account: string;
}

interface Waiting {
  /** Counts up: the later, the higher. */
  readonly arrival: number;
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

interface NetworkLine {
  waiting: number;
  lastArrival: number;
  readonly byAccount: Map<string, Waiting[]>;
}

/**
 * Runs a few things at once. Who waits is served in turns by network and account, so that a flood from one place takes
 * nobody else's turn [AUTH3]. Where too many wait, the network that has most of them loses the newest of its account that
 * has most, and nobody's turn changes: who waited longest has waited for something. Among equals, who came last.
 */
export class FairLane {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  /** The first one is next; whoever had a turn goes to the end. */
  readonly #lines = new Map<string, NetworkLine>();
  #waiting = 0;
  #running = 0;
  #arrivals = 0;

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  async run<T>(owner: LaneOwner, work: () => Promise<T>): Promise<T> {
    await this.#turnOf(owner);
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  async #turnOf(owner: LaneOwner): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++;
      return;
    }
    const arrival = this.#arrivals++;
    const turn = new Promise<void>((start, refuse) => this.#queue(owner, { arrival, start, refuse }));
    if (this.#waiting > this.#waitingAtMost) this.#refuseNewestOfMost();
    await turn;
  }

  #queue({ network, account }: LaneOwner, waiting: Waiting): void {
    const line = this.#lines.get(network) ?? { waiting: 0, lastArrival: 0, byAccount: new Map() };
    this.#lines.set(network, line);
    const own = line.byAccount.get(account) ?? [];
    line.byAccount.set(account, own);
    own.push(waiting);
    line.lastArrival = waiting.arrival;
    line.waiting++;
    this.#waiting++;
  }

  /** The place goes from hand to hand: were it free for a moment, a newcomer could take it as well. */
  #passOn(): void {
    const next = this.#takeNext();
    if (next) next.start();
    else this.#running--;
  }

  #takeNext(): Waiting | undefined {
    for (const [network, line] of this.#lines) {
      for (const [account, own] of line.byAccount) {
        const next = own.shift();
        this.#takenFrom(network, line, account, own);
        this.#toTheEnd(network, line, account, own);
        return next;
      }
    }
    return undefined;
  }

  #refuseNewestOfMost(): void {
    const [network, line] = largestOf(this.#lines, ({ waiting, lastArrival }) => [waiting, lastArrival]);
    const [account, own] = largestOf(line.byAccount, (some) => [some.length, some.at(-1)?.arrival ?? 0]);
    const newest = own.pop();
    this.#takenFrom(network, line, account, own);
    newest?.refuse(hashingBusy());
  }

  #takenFrom(network: string, line: NetworkLine, account: string, own: Waiting[]): void {
    this.#waiting--;
    line.waiting--;
    if (own.length === 0) line.byAccount.delete(account);
    if (line.waiting === 0) this.#lines.delete(network);
  }

  /** Whoever had a turn is behind the others, if it waits for another one. */
  #toTheEnd(network: string, line: NetworkLine, account: string, own: Waiting[]): void {
    if (line.byAccount.delete(account)) line.byAccount.set(account, own);
    if (this.#lines.delete(network)) this.#lines.set(network, line);
  }
}

type Size = readonly [count: number, lastArrival: number];

/** The entry with the highest count, among equals the one that grew last. There is always one where somebody waits. */
function largestOf<T>(all: ReadonlyMap<string, T>, sizeOf: (one: T) => Size): [name: string, one: T] {
  return [...all].reduce((one, other) => (isLarger(sizeOf(other[1]), sizeOf(one[1])) ? other : one));
}

const isLarger = (one: Size, other: Size): boolean => (one[0] === other[0] ? one[1] > other[1] : one[0] > other[0]);

const hashingBusy = () =>
  new AppError("HASHING_BUSY", "busy", "Too many logins at once; try again shortly", { retryAfterMs: retryWhenFullMs });
