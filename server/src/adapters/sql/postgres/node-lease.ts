import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gate, Pass } from "./gate.ts";
import { LeaseLostError } from "./lease-lost-error.ts";
import { OwnConnection } from "./own-connection.ts";

/** Renewed so many times within its span. */
const renewals = 5;
const lookAgainMs = 500;
/** What takes longer to be given back runs out by itself. */
const giveBackMs = 3_000;
const giveBackAwayMs = 200;

/** One row says which node has the database; the database's clock decides, not ours. */
export const leaseTable = "node_lease";
export const leaseSchema = `create table if not exists ${leaseTable} (
  name text primary key, owner text not null, epoch bigint not null, expires_time bigint not null, place text not null)`;
export const nowOfDatabase = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
const take = `insert into node_lease as held values ('node', $1, 1, ${nowOfDatabase} + $2, $3)
  on conflict (name) do update
    set owner = excluded.owner, epoch = held.epoch + 1, expires_time = excluded.expires_time, place = excluded.place
    where held.expires_time <= ${nowOfDatabase} or held.owner = excluded.owner
  returning epoch`;
const look = "select owner, epoch, expires_time, place from node_lease where name = 'node'";
const renew = `update node_lease set expires_time = ${nowOfDatabase} + $3 where name = 'node' and owner = $1 and epoch = $2`;
const giveBack = "update node_lease set expires_time = 0 where name = 'node' and owner = $1 and epoch = $2";

export interface LeaseTerms {
  readonly url: string;
  readonly spanMs: number;
  /** A database that says nothing for so long does not answer. */
  readonly silenceMs: number;
  readonly gate: Gate;
  /** Told once, when another node has taken over: this one must not serve any more. */
  readonly onLost: (error: Error) => void;
}

/** Not of those that are leaving or starting: they may be the one that is refused. */
const placesOfMembers =
  "select string_agg(place, ', ' order by place) as places from cluster_member where not is_leaving";

/** Somebody else has the database; `place` is where. */
export class LeaseHeldError extends Error {
  override readonly name = "LeaseHeldError";
  readonly place: string;
  constructor(place: string) {
    super(`another node, on ${place}, has this database`);
    this.place = place;
  }
}

/** The right to be the only node on a PostgreSQL, and the pulse by which its silence is noticed. */
export class NodeLease implements Pass {
  readonly #terms: LeaseTerms;
  readonly #connection: OwnConnection;
  readonly #owner = randomUUID();
  #epoch = 0;
  /** When the last renewal that succeeded was sent, on our own steady clock. */
  #renewed = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #isOver = false;

  constructor(terms: LeaseTerms) {
    this.#terms = terms;
    this.#connection = new OwnConnection(terms);
  }

  /** Whose the lease is, as its row says. */
  get owner(): string {
    return this.#owner;
  }

  /** False when it may have run out without our having noticed: then nothing is written. */
  get isFresh(): boolean {
    return performance.now() - this.#renewed < this.#terms.spanMs;
  }

  /** Waits for a dead node's lease to run out; a living one renews it, and is left alone. */
  async acquire(): Promise<void> {
    try {
      await this.#take();
    } catch (error) {
      this.#connection.drop(); // what is asked next is asked anew, and finds what was taken without our being told
      throw error;
    }
  }

  async #take(): Promise<void> {
    await this.#connection.ask(leaseSchema).catch(() => this.#connection.ask(leaseSchema)); // two that create it at once: the second finds it
    for (let before: string | undefined; ; await sleep(lookAgainMs)) {
      const sent = performance.now();
      const { spanMs } = this.#terms;
      const taken = await this.#connection.ask(take, [this.#owner, spanMs, `${hostname()} (process ${process.pid})`]);
      if (taken.rowCount === 1) return this.#begin(Number(taken.rows[0].epoch), sent);
      const { owner, epoch, expires_time, place } = (await this.#connection.ask(look)).rows[0] ?? {};
      const seen = `${owner} ${epoch} ${expires_time}`;
      if (before !== undefined && before !== seen) throw new LeaseHeldError(await this.#holders(String(place)));
      before = seen;
    }
  }

  /** Where members of a cluster have it together, the row names the one that came last, which may be gone. */
  async #holders(place: string): Promise<string> {
    const members = await this.#connection.ask(placesOfMembers).catch(() => undefined); // there may be no such table
    return members?.rows[0]?.places ?? place;
  }

  async release(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const patienceMs = this.#terms.gate.isOpen ? giveBackMs : giveBackAwayMs;
    await Promise.race([this.#giveBack(), sleep(patienceMs, undefined, { ref: false })]);
    this.#connection.drop();
  }

  async #giveBack(): Promise<void> {
    await this.#beating;
    await this.#connection.ask(giveBack, [this.#owner, this.#epoch]).catch(() => undefined);
  }

  #begin(epoch: number, sent: number): void {
    [this.#epoch, this.#renewed] = [epoch, sent];
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isOver) return;
    const next = () => void this.renewed().finally(() => this.#schedule());
    this.#timer = setTimeout(next, this.#terms.spanMs / renewals).unref();
  }

  /** One question for all who wait for its answer. */
  renewed(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beat(): Promise<void> {
    const sent = performance.now();
    try {
      const { rowCount } = await this.#connection.ask(renew, [this.#owner, this.#epoch, this.#terms.spanMs]);
      if (rowCount !== 1) return await this.#lost();
      this.#renewed = sent;
      this.#terms.gate.open();
    } catch (error) {
      this.#connection.drop();
      this.#terms.gate.failed(error);
      if (performance.now() - sent >= this.#terms.silenceMs || !this.isFresh) this.#terms.gate.close();
    }
  }

  async #lost(): Promise<void> {
    this.#isOver = true;
    this.#terms.gate.close();
    const found = await this.#connection.ask(look).catch(() => undefined);
    this.#terms.onLost(new LeaseLostError(found?.rows[0]?.place));
  }
}
