import pg from "pg";
import { LineLostError } from "./faults.ts";

/** What a statement is given: text, or bytes in PostgreSQL's own form. */
export type StatementValue = string | Buffer;

export interface Statement {
  readonly text: string;
  readonly values: readonly StatementValue[];
}

/** Everything comes as text. */
export type Row = readonly (string | null)[];

export const statement = (text: string, values: readonly (StatementValue | number)[] = []): Statement => ({
  text,
  values: values.map((value) => (typeof value === "number" ? String(value) : value)),
});

/**
 * Several statements in one message and with one answer, so they cost one way over the network. Without a `begin` they
 * are one transaction, which ends with them. None has a name: a pooler may hand each batch to another connection.
 */
export class StatementBatch implements pg.Submittable {
  readonly #statements: readonly Statement[];
  readonly #answers: Row[][] = [];
  readonly #done = Promise.withResolvers<readonly (readonly Row[])[]>();
  #rows: Row[] = [];

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
  }

  /** The rows of each statement; rejects with the server's error when nothing was done, or as lost when nobody knows. */
  get answers(): Promise<readonly (readonly Row[])[]> {
    return this.#done.promise;
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    stream.cork();
    for (const { text, values } of this.#statements) {
      connection.parse({ name: "", text, types: [] }, true);
      connection.bind({ values: [...values] }, true);
      connection.execute({}, true);
    }
    connection.sync();
    stream.uncork();
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    this.#answers.push(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#answers);
  }

  /** Only an error after which the server goes on listening says that nothing was done. */
  handleError(error: Error, connection: pg.Connection): void {
    const lost = (): void => this.#done.reject(new LineLostError(error.message, { cause: error }));
    if (!(error instanceof pg.DatabaseError)) lost();
    else {
      connection.once("readyForQuery", () => this.#done.reject(error));
      connection.once("end", lost);
    }
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
