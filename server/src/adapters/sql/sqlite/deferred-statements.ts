import type { Deferral } from "../with-next.ts";
import type { EarlierStatement, SqlValue } from "./protocol.ts";

/** IMMEDIATE takes the write lock at once, so that a transaction never fails half-way for want of it. */
const begin: EarlierStatement = { sql: "begin immediate", parameters: [], times: 1, mustChange: false };

/** What a connection has been told and has not passed on yet. */
export class DeferredStatements {
  #statements: EarlierStatement[] = [];
  #hasWrites = false;

  begin(): void {
    this.#statements.push(begin);
  }

  add(sql: string, parameters: readonly SqlValue[], { kind, times, mustChange }: Deferral): void {
    this.#statements.push({ sql, parameters, times, mustChange });
    this.#hasWrites ||= kind === "write";
  }

  /** The transaction is known here only. */
  get isUnbegun(): boolean {
    return this.#statements[0] === begin;
  }

  get isNothingToCommit(): boolean {
    return this.isUnbegun && !this.#hasWrites;
  }

  take(): readonly EarlierStatement[] {
    const taken = this.#statements;
    this.drop();
    return taken;
  }

  drop(): void {
    this.#statements = [];
    this.#hasWrites = false;
  }
}
