import type pg from "pg";
import type Cursor from "pg-cursor";
import { storingTrouble } from "../sql-error.ts";

/** The right to pass; it may have run out while the process stood still. */
export interface Pass {
  readonly isFresh: boolean;
  /** Asks for it again at once; never fails, and `isFresh` tells what came of it. */
  renewed(): Promise<void>;
}

/**
 * Stands before a PostgreSQL that may fall silent: while it is closed nothing waits for an answer, and what did wait
 * is let go. A connection that was in use meanwhile, or whose statement was refused, is given up, since nobody knows
 * what it is in the middle of: with its transaction open, the next one's commit would be the commit of its half [REL1].
 */
export class Gate {
  readonly #waiting = new Set<(error: Error) => void>();
  #isClosed = false;
  /** Counts how often it was closed. */
  #closings = 0;
  readonly #pass: Pass | undefined;
  /** What keeps a database that answers from storing anything, for people. */
  #trouble: string | undefined;
  /** Told once when that begins. */
  onTrouble: (trouble: string) => void = () => undefined;
  /** Told whenever it closes: connections beside the pool are of no use any more, either. */
  onClosed: () => void = () => undefined;

  constructor(pass?: Pass) {
    this.#pass = pass;
  }

  close(): void {
    const wasClosed = this.#isClosed;
    this.#isClosed = true;
    this.#closings++;
    for (const letGo of this.#waiting) letGo(silent());
    this.#waiting.clear();
    if (!wasClosed) this.onClosed();
  }

  /** Whether the database answers, as far as is known. */
  get isOpen(): boolean {
    return !this.#isClosed && this.#pass?.isFresh !== false;
  }

  open(): void {
    this.#isClosed = false;
    this.#trouble = undefined;
  }

  /** Something that was to be stored by whoever keeps the gate was not. */
  failed(error: unknown): void {
    const trouble = storingTrouble(error);
    if (trouble !== undefined && trouble !== this.#trouble) this.onTrouble(trouble);
    this.#trouble = trouble;
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  during<T>(begin: () => Promise<T>): Promise<T> {
    return this.isOpen ? this.#unlessClosed(begin) : this.#renewed(begin);
  }

  /** A process that stood still asks before it gives up. */
  async #renewed<T>(begin: () => Promise<T>): Promise<T> {
    if (!this.#isClosed) await this.#pass?.renewed();
    if (!this.isOpen) throw silent();
    return this.#unlessClosed(begin);
  }

  /** Every message passes here: one promise, and not the many of a race. */
  #unlessClosed<T>(begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const failed = (error: unknown): void => {
        this.#waiting.delete(reject);
        reject(error);
      };
      const done = (value: T): void => {
        this.#waiting.delete(reject);
        resolve(value);
      };
      this.#waiting.add(reject);
      try {
        begin().then(done, failed);
      } catch (error) {
        failed(error);
      }
    });
  }

  /** The pool, with this gate before each connection. */
  before(pool: pg.Pool) {
    return { options: pool.options, connect: () => this.#connect(pool), end: () => pool.end() };
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    const connecting = pool.connect();
    connecting.catch(() => undefined); // it may be refused before the gate listens to it, which ends a process otherwise
    let client: pg.PoolClient;
    try {
      client = await this.during(() => connecting);
    } catch (error) {
      connecting.then((late) => late.release(true)).catch(() => undefined);
      throw error;
    }
    return this.#guarded(client, this.#closings);
  }

  #guarded(client: pg.PoolClient, closings: number): pg.PoolClient {
    const end = endOf(client);
    let isReadOnly = false;
    const noticed = async (answer: unknown): Promise<unknown> => {
      try {
        return await answer;
      } catch (error) {
        isReadOnly ||= isOfReadOnly(error);
        throw error;
      }
    };
    const query = (...args: unknown[]): unknown => {
      const begin = () => Reflect.apply(client.query, client, args) as unknown;
      return isCursor(args[0]) ? this.#patient(begin() as Cursor, end.lost) : noticed(this.during(async () => begin()));
    };
    const release = (broken?: Error | boolean) => {
      end.forget();
      const isGivenUp = isReadOnly || closings !== this.#closings || isInMiddle(client);
      client.release(broken === true || broken instanceof Error || isGivenUp);
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === "query") return query;
        if (name === "release") return release;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** As much of a cursor as the dialect uses; neither step waits for ever, also where the driver forgets to tell [REL3]. */
  #patient(cursor: Cursor, lost: Promise<never>) {
    return {
      read: (rows: number) => this.during(() => Promise.race([cursor.read(rows), lost])),
      close: () => this.during(() => Promise.race([cursor.close(), lost])),
    };
  }
}

/** Fails when the connection ends. A cursor that was not begun by then is never told by the driver. */
function endOf(client: pg.PoolClient): { readonly lost: Promise<never>; forget(): void } {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => undefined); // whoever waits hears it
  const tell = () => reject(silent());
  client.once("end", tell);
  return { lost, forget: () => void client.off("end", tell) };
}

/** Another server may be the one that is written to, or this one may be again: a new connection finds out. */
const isOfReadOnly = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "25006";

/** Of a transaction that nobody ended. */
const isInMiddle = (client: pg.PoolClient): boolean => (client.getTransactionStatus() ?? idle) !== idle;
const idle = "I";

const isCursor = (query: unknown): boolean => typeof query === "object" && query !== null && "submit" in query;

/** In the driver's own words for a connection that is gone. */
const silent = (): Error => new Error("Connection terminated: the database does not answer");
