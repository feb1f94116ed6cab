import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database.ts";

/** The same columns in the words of each database. */
export interface ColumnTypes {
  readonly id: RawBuilder<unknown>;
  /** Sorted and compared by its bytes on both: PostgreSQL would otherwise use the machine's language. */
  readonly text: RawBuilder<unknown>;
  /** Whole numbers up to 2^53, milliseconds among them. */
  readonly integer: RawBuilder<unknown>;
  /** A primary key that counts up by itself. */
  readonly serialKey: RawBuilder<unknown>;
  /** The same for rows that stay for a moment: once all are gone a number may be given again, which saves writing it down. */
  readonly queueKey: RawBuilder<unknown>;
}

export const columnTypes: Record<Database["kind"], ColumnTypes> = {
  sqlite: {
    id: sql`text`,
    text: sql`text`,
    integer: sql`integer`,
    serialKey: sql`integer primary key autoincrement`,
    queueKey: sql`integer primary key`,
  },
  postgres: {
    id: sql`uuid`,
    text: sql`text collate "C"`,
    integer: sql`bigint`,
    serialKey: sql`bigserial primary key`,
    queueKey: sql`bigserial primary key`,
  },
};
