import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * A look-up that is asked for once per connecting device: put into words once, later only its parameters differ.
 * Thousands that connect at once would otherwise leave tens of kilobytes each behind for the collector.
 */
export class PreparedQuery<Row> {
  readonly #db: Kysely<Tables>;
  readonly #compiled: CompiledQuery<Row>;

  /** The parameters the query is given here count for nothing but their number and order. */
  constructor(db: Kysely<Tables>, query: Compilable<Row>) {
    this.#db = db;
    this.#compiled = query.compile();
  }

  async first(...parameters: readonly string[]): Promise<Row | undefined> {
    if (parameters.length !== this.#compiled.parameters.length) throw new Error("the query has other parameters");
    const { rows } = await this.#db.executeQuery<Row>({ ...this.#compiled, parameters });
    return rows[0];
  }
}
