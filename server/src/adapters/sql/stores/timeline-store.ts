import { type RawBuilder, sql } from "kysely";
import { severityOfRank } from "../../../core/alarms/index.ts";
import type { DeviceEvent, EventQuery, StoredKind, TimelineStore } from "../../../core/device-overview/index.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";

interface Row {
  id: string;
  time: number;
  kind: StoredKind;
  what: string;
  text: string;
  detail: string | null;
  by_name: string | null;
  rank: number | null;
  failed: number;
  reference: string | null;
}

interface Asked extends EventQuery {
  readonly database: Database["kind"];
  readonly silenceMs: number;
}

type Source = (asked: Asked) => RawBuilder<unknown>;

/** Of a command or a message no more is told on a line. */
const longestText = 300;

/** Each is read from the end of an index of the device: what a page costs does not grow with what happened before. */
const newestOf = (
  columns: RawBuilder<unknown>,
  time: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  { before, limit }: Asked,
): RawBuilder<unknown> =>
  sql`select * from (select ${columns} ${where} and ${time} < ${before} order by ${time} desc limit ${limit}) as newest`;

/** Who sends over HTTP is in contact every minute: of these the first one after a silence. */
const contacts: Source = (asked) =>
  newestOf(
    sql`cast(c.id as text) as id, c.time as time, 'CONTACT' as kind, c.kind as what, c.summary as text,
      c.error as detail, cast(null as text) as by_name, cast(null as integer) as rank,
      case when c.error is null then 0 else 1 end as failed, cast(null as text) as reference`,
    sql`c.time`,
    sql`from communication c where c.device_id = ${asked.deviceId} and (
      c.error is not null or c.kind in ('CONNECT', 'DISCONNECT', 'CONNECT_REFUSED')
      or (c.transport = 'HTTP' and c.direction = 'IN' and not exists (
        select 1 from communication b where b.device_id = c.device_id and b.transport = 'HTTP'
          and b.time < c.time and b.time >= c.time - ${asked.silenceMs})))`,
    asked,
  );

const files: Source = (asked) =>
  newestOf(
    sql`cast(f.id as text) as id, f.received_time as time, 'FILE' as kind, 'RECEIVED' as what, f.name as text,
      f.tag as detail, cast(null as text) as by_name, cast(null as integer) as rank, 0 as failed, cast(f.id as text) as reference`,
    sql`f.received_time`,
    sql`from files f where f.device_id = ${asked.deviceId} and f.received_time is not null`,
    asked,
  );

/** An alarm is told when it is raised, acknowledged and cleared; each has an index. */
const alarmsBy =
  (what: string, time: RawBuilder<unknown>, isSo: RawBuilder<unknown>): Source =>
  (asked) =>
    newestOf(
      sql`cast(a.id as text) as id, ${time} as time, 'ALARM' as kind, ${sql.lit(what)} as what, a.type as text,
      cast(null as text) as detail, cast(null as text) as by_name, a.severity as rank, 0 as failed, cast(a.id as text) as reference`,
      time,
      sql`from alarms a where a.device_id = ${asked.deviceId} and ${isSo}`,
      asked,
    );

const commandText = ({ database }: Asked): RawBuilder<unknown> => {
  const part = (name: string) =>
    database === "sqlite" ? sql`json_extract(c.body, ${`$.${name}`})` : sql`(c.body::json ->> ${name}::text)`;
  const said = sql`coalesce(${part("method")}, ${part("text")}, ${part("name")}, ${part("tag")}, '')`;
  return sql`c.type || ' ' || substr(${said}, 1, ${sql.lit(longestText)})`;
};

const commands: Source = (asked) =>
  newestOf(
    sql`cast(c.id as text) as id, c.created_time as time, 'COMMAND' as kind, c.status as what,
      ${commandText(asked)} as text, c.error as detail, c.created_by as by_name, cast(null as integer) as rank,
      case when c.status in ('FAILED', 'EXPIRED') then 1 else 0 end as failed, cast(c.id as text) as reference`,
    sql`c.created_time`,
    sql`from commands c where c.device_id = ${asked.deviceId}`,
    asked,
  );

const sources: Readonly<Record<StoredKind, readonly Source[]>> = {
  CONTACT: [contacts],
  FILE: [files],
  ALARM: [
    alarmsBy("RAISED", sql`a.created_time`, sql`a.created_time is not null`),
    alarmsBy("ACKNOWLEDGED", sql`a.ack_ts`, sql`a.ack_ts is not null and a.acknowledged = 1`),
    alarmsBy("CLEARED", sql`a.clear_ts`, sql`a.clear_ts is not null and a.cleared = 1`),
  ],
  COMMAND: [commands],
};

/** Everything in one question: a branch for each thing that happens to a device. */
export class SqlTimelineStore implements TimelineStore {
  readonly #db: Database;
  readonly #silenceMs: number;

  /** `silenceMs`: contacts over HTTP closer to each other are one. */
  constructor(db: Database, silenceMs: number) {
    this.#db = db;
    this.#silenceMs = silenceMs;
  }

  async newest(query: EventQuery): Promise<readonly DeviceEvent[]> {
    const asked = { ...query, database: this.#db.kind, silenceMs: this.#silenceMs };
    const branches = query.kinds.flatMap((kind) => sources[kind]).map((source) => source(asked));
    const all = sql.join(branches, sql` union all `);
    const ordered = sql<Row>`select * from (${all}) as happened order by time desc limit ${query.limit}`;
    return (await ordered.execute(this.#db.read)).rows.map(eventOf);
  }
}

const eventOf = (row: Row): DeviceEvent => ({
  id: `${row.kind}-${row.id}-${row.kind === "ALARM" ? row.what : ""}`,
  time: epochMs(Number(row.time)),
  kind: row.kind,
  what: row.what,
  text: row.text,
  detail: row.detail,
  by: row.by_name,
  severity: row.rank === null ? null : severityOfRank(Number(row.rank)),
  failed: Number(row.failed) === 1,
  reference: row.reference,
});
