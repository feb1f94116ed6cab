import { AppError } from "../../kernel/errors.ts";

const retryWhenFullMs = 5_000;

/** Whose work it is: those of one network take turns with those of others, and in it one account with the others. */
export interface LaneOwner {
  readonly network: string;
  readonly account: string;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

interface NetworkLine {
  waiting: number;
  readonly byAccount: Map<string, Waiting[]>;
}

/**
 * Runs a few things at once. Who waits is served in turns by network and account, so that a flood from one place takes
 * nobody else's turn [AUTH3]. Where too many wait, the place that has most of them loses its newest.
 */
export class FairLane {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  /** The first one is next; whoever had a turn goes to the end. */
  readonly #lines = new Map<string, NetworkLine>();
  #waiting = 0;
  #running = 0;

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
    const turn = new Promise<void>((start, refuse) => this.#queue(owner, { start, refuse }));
    if (this.#waiting > this.#waitingAtMost) this.#refuseOneOfMost();
    await turn;
  }

  #queue({ network, account }: LaneOwner, waiting: Waiting): void {
    const line = this.#lines.get(network) ?? { waiting: 0, byAccount: new Map() };
    this.#lines.set(network, line);
    const own = line.byAccount.get(account) ?? [];
    line.byAccount.set(account, own);
    own.push(waiting);
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
        this.#taken(network, line, account, own);
        return next;
      }
    }
    return undefined;
  }

  #refuseOneOfMost(): void {
    let [most, longest]: [string, NetworkLine | undefined] = ["", undefined];
    for (const [network, line] of this.#lines)
      if (line.waiting > (longest?.waiting ?? 0)) [most, longest] = [network, line];
    if (!longest) return;
    const [account, own] = [...longest.byAccount].reduce((one, other) =>
      other[1].length > one[1].length ? other : one,
    );
    const last = own.pop();
    this.#taken(most, longest, account, own);
    last?.refuse(hashingBusy());
  }

  /** Re-inserted at the end, where something is left. */
  #taken(network: string, line: NetworkLine, account: string, own: Waiting[]): void {
    this.#waiting--;
    line.waiting--;
    line.byAccount.delete(account);
    if (own.length > 0) line.byAccount.set(account, own);
    this.#lines.delete(network);
    if (line.waiting > 0) this.#lines.set(network, line);
  }
}

const hashingBusy = () =>
  new AppError("HASHING_BUSY", "busy", "Too many logins at once; try again shortly", { retryAfterMs: retryWhenFullMs });
