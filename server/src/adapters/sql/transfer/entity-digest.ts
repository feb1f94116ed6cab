import { RowSum, type SummedRows } from "../../../kernel/row-sum.ts";
import type { EntityTable, StoredValue } from "./entity-file.ts";

/** Of every table by its name. */
export type EntityDigest = ReadonlyMap<string, SummedRows>;

export async function digestOfEntities(
  tables: readonly EntityTable[],
  rowsOf: (table: EntityTable) => Iterable<StoredValue[]> | AsyncIterable<StoredValue[]>,
): Promise<EntityDigest> {
  const digest = new Map<string, SummedRows>();
  for (const table of tables) {
    const sum = new RowSum();
    for await (const row of rowsOf(table)) sum.add(row.map(bytesOf));
    digest.set(table.name, sum.told);
  }
  return digest;
}

/** A whole number is the same whichever type it has here or there. */
function bytesOf(value: StoredValue): Uint8Array {
  if (value === null) return Buffer.from("null");
  if (value instanceof Uint8Array) return Buffer.concat([Buffer.from("b"), value]);
  return Buffer.from(typeof value === "string" ? `s${value}` : `n${value}`);
}

/** In words; undefined when they are the same. */
export function differenceOf(expected: EntityDigest, found: EntityDigest): string | undefined {
  for (const [table, { rows, sum }] of expected) {
    const there = found.get(table);
    if (there?.rows !== rows) return `${table} has ${there?.rows ?? 0} rows instead of ${rows}`;
    if (there.sum !== sum) return `${table} has rows that differ`;
  }
  return undefined;
}
