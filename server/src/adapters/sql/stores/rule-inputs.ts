import { sql } from "kysely";
import { type Listening, ruleInputsFull, type ToldChange } from "../../../core/rules/index.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { Database, RunningTransaction } from "../database.ts";
import { columnsOf, givenOf, isOneOf, type JsonColumns, jsonRows } from "../json-rows.ts";
import type { Tables } from "../tables.ts";
import { storedKey } from "./attribute-rows.ts";

/** A change, with its tenant where that is at hand, and its time where it is not now. */
type NotedChange = Omit<ToldChange, "time"> & { readonly tenantId?: TenantId; readonly time?: number };

interface Item extends NotedChange {
  readonly time: number;
  readonly position: number;
  readonly hops: number;
}

type Row = Omit<Tables["rule_inputs"], "seq">;
const columns: JsonColumns<Row> = {
  device_id: "uuid",
  kind: "text",
  name: "text",
  value: "text",
  before: "text",
  time: "bigint",
  position: "bigint",
  hops: "bigint",
};

/** Parts of what may wait that are written before it is counted again. */
const countedAfter = 0.001;

/**
 * Writes down what rules look at, in the transaction of the change it tells of: both are there or none [RUL3]. Where no rule
 * of the tenant looks at it, nothing is written.
 */
export class RuleInputNotes {
  readonly #db: Database;
  readonly #listening: Listening;
  readonly #clock: Clock;
  readonly #waitingAtMost: number;
  #uncounted = Number.POSITIVE_INFINITY;

  constructor(db: Database, listening: Listening, waitingAtMost: number, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#listening = listening;
    this.#waitingAtMost = waitingAtMost;
  }

  /** Undefined: of whatever tenant. */
  hears(tenant: TenantId | undefined, kind: ToldChange["kind"], name: string): boolean {
    return tenant === undefined ? this.#listening.hearsAny(kind) : this.#listening.hears(tenant, kind, name);
  }

  /** Inside of the transaction of the change. */
  note(change: NotedChange): void {
    const { running } = this.#db;
    if (!running) throw new Error("what rules look at is noted in the transaction that changes it");
    const { tenantId, kind, name, deviceId } = change;
    const listening = this.#listening;
    if (this.hears(tenantId, kind, name)) {
      const hops = listening.hopsOf(change);
      if (hops > listening.hopsAtMost) return;
      const item = { time: this.#clock(), ...change, position: listening.position, hops };
      running.atEnd(this.#write, item);
    } else if (tenantId !== undefined) {
      running.afterCommit(() => {
        if (listening.hears(tenantId, kind, name)) listening.missed(deviceId);
      });
    }
  }

  readonly #write = async (running: RunningTransaction, items: readonly Item[]): Promise<void> => {
    const heard = await this.#heard(running, items);
    if (heard.length === 0) return;
    await this.#requireRoom(running, heard);
    const given = jsonRows(this.#db.kind, columns, heard.map(rowOf));
    const insert = sql`insert into rule_inputs (${columnsOf(columns)}) select ${givenOf(columns)} from ${given}`;
    await insert.execute(running.trx);
    const first = Math.min(...heard.map(({ position }) => position));
    running.afterCommit(() => this.#listening.came(first));
  };

  /** Of some it is known only now whose they are. */
  async #heard({ trx }: RunningTransaction, items: readonly Item[]): Promise<readonly Item[]> {
    const unknown = items.flatMap(({ tenantId, deviceId }) => (tenantId === undefined ? [deviceId] : []));
    if (unknown.length === 0) return items;
    const isAsked = isOneOf(this.#db.kind, sql`id`, [...new Set(unknown)]);
    const rows = await trx.selectFrom("devices").select(["id", "tenant_id"]).where(isAsked).execute();
    const tenants = new Map(rows.map((row) => [row.id as DeviceId, row.tenant_id as TenantId]));
    return items.filter(({ tenantId, deviceId, kind, name }) => {
      const tenant = tenantId ?? tenants.get(deviceId);
      return tenant !== undefined && this.#listening.hears(tenant, kind, name);
    });
  }

  /** What rules do themselves is never refused: they would wait for themselves. */
  async #requireRoom({ trx }: RunningTransaction, items: readonly Item[]): Promise<void> {
    this.#uncounted += items.length;
    if (this.#uncounted <= countedAfter * this.#waitingAtMost || items.every(({ hops }) => hops > 0)) return;
    const some = trx
      .selectFrom("rule_inputs")
      .select("seq")
      .limit(this.#waitingAtMost + 1);
    const { total } = await trx
      .selectFrom(some.as("waiting"))
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    if (Number(total) > this.#waitingAtMost) throw ruleInputsFull(this.#waitingAtMost);
    this.#uncounted = 0;
  }
}

const rowOf = ({ deviceId, kind, name, value, before, time, position, hops, file }: Item): Row => ({
  device_id: deviceId,
  kind,
  name: storedKey(name),
  value: JSON.stringify(file === undefined ? value : { value, file }),
  before: JSON.stringify(before),
  time: Math.round(time),
  position,
  hops,
});
