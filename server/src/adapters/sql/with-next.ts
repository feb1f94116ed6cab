import { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

/** How a statement that goes out with the next one is to be run. */
export interface Deferral {
  /** A mark changes nothing: where nothing else happens, it need not happen either. */
  readonly kind: "mark" | "write";
  /** Run so many times, each time with its part of the parameters. */
  readonly times: number;
  /** Where it finds no row to change, somebody else was faster: the transaction is undone and begins anew. */
  readonly mustChange: boolean;
}

/**
 * A statement whose outcome nobody waits for. Each wait for a thread costs a small change as much as the statement, so
 * SQLite is told of it together with the next one, which is the commit at the latest; elsewhere it runs at once.
 */
export type DeferredQuery = CompiledQuery & { readonly deferral: Deferral };

export const isDeferred = (query: CompiledQuery): query is DeferredQuery => "deferral" in query;

export const markWithNext = (sql: string): DeferredQuery => deferred(sql, [], { kind: "mark" });

export const writeWithNext = (
  sql: string,
  parameters: readonly unknown[],
  how: Partial<Omit<Deferral, "kind">> = {},
): DeferredQuery => deferred(sql, parameters, { kind: "write", ...how });

/** As `writeWithNext`, of a statement that was put together; PostgreSQL has no thread to be told through, it runs there at once. */
export const withNext = (kind: Database["kind"], query: CompiledQuery): CompiledQuery =>
  kind === "sqlite" ? writeWithNext(query.sql, query.parameters) : query;

function deferred(sql: string, parameters: readonly unknown[], how: Partial<Deferral>): DeferredQuery {
  const deferral: Deferral = { kind: "write", times: 1, mustChange: false, ...how };
  return { ...CompiledQuery.raw(sql, [...parameters]), deferral };
}
