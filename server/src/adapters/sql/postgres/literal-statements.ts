import pg from "pg";
import type { DeferredQuery } from "../with-next.ts";

/**
 * The statements of a query that is put off, their texts written out: several statements go out in one message only
 * without parameters, and need no prepared statement, which not every pooler in between keeps.
 */
export function literalStatements({ sql, parameters, deferral }: DeferredQuery): string[] {
  if (deferral.mustChange) throw new Error("whether it changes something is not told here");
  const each = parameters.length / deferral.times;
  return Array.from({ length: deferral.times }, (_, time) => {
    const own = parameters.slice(time * each, (time + 1) * each);
    return sql.replaceAll(/\$(\d+)/g, (_place, number) => literalOf(own[Number(number) - 1]));
  });
}

function literalOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("only texts are written out");
  return pg.escapeLiteral(value);
}
