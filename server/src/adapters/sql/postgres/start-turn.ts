import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { repeat } from "../../../kernel/repeat.ts";
import { leaseSchema, nowOfDatabase } from "./node-lease.ts";
import { OwnConnection } from "./own-connection.ts";

const name = "start";
const lookAgainMs = 100;
/** Renewed so many times within its span. */
const renewals = 4;
const take = `insert into node_lease as held values ('${name}', $1, 1, ${nowOfDatabase} + $2, $3)
  on conflict (name) do update set owner = excluded.owner, epoch = held.epoch + 1, expires_time = excluded.expires_time, place = excluded.place
    where held.expires_time <= ${nowOfDatabase}`;
const renew = `update node_lease set expires_time = ${nowOfDatabase} + $2 where name = '${name}' and owner = $1`;
const giveBack = `update node_lease set expires_time = 0 where name = '${name}' and owner = $1`;

export interface TurnTerms {
  readonly url: string;
  readonly silenceMs: number;
  /** One who dies in its turn loses it after so long, by the database's clock. */
  readonly spanMs: number;
  readonly place: string;
}

/** Members start one after another: of several that find an empty database one makes its tables, its id and its keys. */
export class StartTurn {
  readonly #terms: TurnTerms;
  readonly #connection: OwnConnection;
  readonly #owner = randomUUID();
  #renewing: { stop(): Promise<void> } | undefined;

  constructor(terms: TurnTerms) {
    this.#terms = terms;
    this.#connection = new OwnConnection(terms);
  }

  /** By how much our clock is ahead of the database's, as far as the way there lets one know. */
  async clockAheadMs(): Promise<number> {
    const asked = Date.now();
    const { rows } = await this.#connection.ask(`select ${nowOfDatabase} as now`);
    const heard = Date.now();
    const theirs = Number(rows[0]?.now);
    if (theirs < asked) return asked - theirs;
    return theirs > heard ? heard - theirs : 0;
  }

  async take(): Promise<void> {
    const { spanMs, place } = this.#terms;
    await this.#connection.ask(leaseSchema).catch(() => this.#connection.ask(leaseSchema)); // two that create it at once: the second finds it
    while ((await this.#connection.ask(take, [this.#owner, spanMs, place])).rowCount !== 1) await sleep(lookAgainMs);
    this.#renewing = repeat(
      spanMs / renewals,
      () => undefined, // asked again
      async () => void (await this.#connection.ask(renew, [this.#owner, spanMs])),
    );
  }

  async end(): Promise<void> {
    if (!this.#renewing) return this.#connection.close();
    await this.#renewing.stop();
    this.#renewing = undefined;
    await this.#connection.ask(giveBack, [this.#owner]).catch(() => undefined); // it runs out
    await this.#connection.close();
  }
}
