import { sql } from "kysely";
import { nameLikeness } from "../../../kernel/name-form.ts";
import type { Database } from "../database.ts";

/** Where names are, and the column by which they are unique. */
const places = {
  users: { name: "username", key: "username_key" },
  tenants: { name: "name", key: "name_key" },
} as const;

/**
 * Whether a name is there that looks like this one [AUTH6]. One of plain characters is found by its key. The others, few
 * and from before names had a form, are looked through: no database knows what looks alike.
 */
export async function hasAlikeName(db: Database, place: keyof typeof places, name: string): Promise<boolean> {
  const likeness = nameLikeness(name);
  const column = places[place];
  const key = sql.ref(column.key);
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column.name)} as name from ${sql.table(place)}
    where ${key} = ${likeness} or length(${key}) <> octet_length(${key}) or trim(${key}) <> ${key}`.execute(db.read);
  return rows.some((row) => nameLikeness(row.name) === likeness);
}
