import { notHere } from "../errors.ts";
import { int4s, int8s } from "./binary-arrays.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";

const take = `update points_shard set owner = $1::text, epoch = epoch + 1
  where id = any ($2::int[]) and id >= 0 and owner = '' returning id, epoch`;
const give = `update points_shard set owner = '', epoch = epoch + 1
  where id = any ($2::int[]) and id >= 0 and owner = $1::text`;
const ours = "select id, epoch from points_shard where owner = $1::text and id = any ($2::int[]) and id >= 0";
/** Behind the lock on the log's row, in a statement of its own: it sees what was committed before that was had. */
const check = `select sqrt((count(*) - cardinality($2::int[]))::float8)
  from unnest($2::int[], $3::bigint[]) named (id, epoch)
  join points_shard held on held.id = named.id and held.epoch = named.epoch and held.owner = $1::text`;

/** The shards of a member, with the epochs in which it has them [CLU3]. */
export class HeldShards {
  readonly #owner: string;
  readonly #epochs = new Map<number, number>();

  constructor(owner: string) {
    this.#owner = owner;
  }

  get ids(): number[] {
    return [...this.#epochs.keys()];
  }

  has(shard: number): boolean {
    return this.#epochs.has(shard);
  }

  /** Fails unless all of them are ours in the epoch we know. */
  check(shards: readonly number[]): Statement {
    const epochs = shards.map((shard) => {
      const epoch = this.#epochs.get(shard);
      if (epoch === undefined) throw notHere();
      return epoch;
    });
    return statement(check, [this.#owner, int4s(shards), int8s(epochs)]);
  }

  taking(shards: readonly number[]): Statement {
    return statement(take, [this.#owner, int4s(shards)]);
  }

  giving(shards: readonly number[]): Statement {
    return statement(give, [this.#owner, int4s(shards)]);
  }

  /** Which of these are ours, as the server says; for when the answer to the above got lost. */
  asking(shards: readonly number[]): Statement {
    return statement(ours, [this.#owner, int4s(shards)]);
  }

  /** What became of `shards`: these rows are ours, the others are not. */
  note(shards: readonly number[], rows: readonly Row[]): number[] {
    for (const shard of shards) this.#epochs.delete(shard);
    for (const [id, epoch] of rows) this.#epochs.set(Number(id), Number(epoch));
    return rows.map(([id]) => Number(id));
  }
}
