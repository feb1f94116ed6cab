import { type Kysely, sql } from "kysely";
import type { ColumnTypes } from "./column-types.ts";

/** Saved filters [PRJ2], and what they are answered by: an index over the values of attributes. */
export async function deviceGroups(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createGroups(db, types);
  await db.schema.alterTable("attributes").addColumn("tenant_id", types.id).execute();
  await db.schema.alterTable("attributes").addColumn("comparable", types.text).execute();
  await sql`update attributes set tenant_id = (select devices.tenant_id from devices
    where devices.id = attributes.device_id)`.execute(db);
  await fillComparables(db, types);
  await db.schema
    .createIndex("attributes_by_value")
    .on("attributes")
    .columns(["tenant_id", "key", "comparable", "scope", "device_id"])
    .execute();
  // Those in a project are found by it; those in none have no other index by tenant.
  await sql`create index devices_unassigned on devices (tenant_id, id) where project_id is null`.execute(db);
}

async function createGroups(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("device_groups")
    .addColumn("id", types.id, (column) => column.primaryKey())
    .addColumn("tenant_id", types.id, (column) => column.notNull().references("tenants.id").onDelete("cascade"))
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("name_key", types.text, (column) => column.notNull())
    .addColumn("description", types.text)
    .addColumn("filter", types.text, (column) => column.notNull())
    .addColumn("version", types.integer, (column) => column.notNull())
    .addColumn("created_time", types.integer, (column) => column.notNull())
    .addUniqueConstraint("device_groups_tenant_name", ["tenant_id", "name_key"])
    .execute();
}

interface Row {
  readonly device_id: string;
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

const rowsPerStatement = 1_000;

/** In the order of the primary key, so many at a time: there may be millions of them. */
async function fillComparables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  let last: Row | undefined;
  for (;;) {
    const after = last ? sql`where (device_id, scope, key) > (${last.device_id}, ${last.scope}, ${last.key})` : sql``;
    const { rows } = await sql<Row>`select device_id, scope, key, value from attributes ${after}
      order by device_id, scope, key limit ${sql.lit(rowsPerStatement)}`.execute(db);
    if (rows.length === 0) return;
    await writeComparables(db, types, rows);
    last = rows.at(-1);
  }
}

async function writeComparables(db: Kysely<unknown>, types: ColumnTypes, rows: readonly Row[]): Promise<void> {
  const values = rows.map(
    ({ device_id, scope, key, value }) =>
      sql`(cast(${device_id} as ${types.id}), cast(${scope} as text), cast(${key} as text), cast(${comparableIn(value)} as text))`,
  );
  await sql`update attributes set comparable = known.comparable
    from (select column1 as device_id, column2 as scope, column3 as key, column4 as comparable
      from (values ${sql.join(values)}) as listed) as known
    where attributes.device_id = known.device_id and attributes.scope = known.scope and attributes.key = known.key`.execute(
    db,
  );
}

/** As the stores write it from here on. Written down once more: what a migration did never changes. */
function comparableIn(json: string): string {
  if (json === "true" || json === "false") return json === "true" ? "b1" : "b0";
  if (json.startsWith('"')) return `t${comparedText(String(JSON.parse(json)))}`;
  return json.startsWith("{") || json.startsWith("[") ? "j" : `n${orderedDigits(Number(json))}`;
}

const comparedText = (text: string): string =>
  text.normalize("NFC").toLowerCase().slice(0, 250).toWellFormed().replaceAll("\0", "\ufffd");

function orderedDigits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const [high, low] = [view.getUint32(0), view.getUint32(4)];
  return high >>> 31 === 1 ? hex(~high) + hex(~low) : hex(high ^ 0x80000000) + hex(low);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
