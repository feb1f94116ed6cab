import type { BlockReads } from "../storage/block-reads.ts";
import type { ReaderStorage } from "../storage/storage.ts";
import { PostgresBlockReads } from "./block-queries.ts";
import { faultOf } from "./faults.ts";
import { PostgresLine, type Session } from "./postgres-line.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";

const begin = statement("begin isolation level repeatable read read only");
/** Statistics of young tables mislead: every question has an index. */
const byIndex = statement(
  "select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)",
);
const commit = statement("commit");

/** Blocks at the moment of the first question, which takes the beginning with it. */
class Snapshot {
  readonly #session: Session;
  #isOpen = false;
  readonly blocks: BlockReads = new PostgresBlockReads((asked) => this.#ask(asked));

  constructor(session: Session) {
    this.#session = session;
  }

  async #ask(asked: Statement): Promise<readonly Row[]> {
    const opening = this.#isOpen ? [] : [begin, byIndex];
    this.#isOpen = true;
    return (await this.#session.run([...opening, asked])).at(-1) ?? [];
  }

  /** Nobody waits for it: what is asked next comes after it anyway. */
  end(): void {
    if (this.#isOpen) this.#session.run([commit]).catch(() => this.#session.drop());
  }
}

/** A reader's side of the tables: one snapshot at a time, as its one connection can hold. */
export class PostgresReaderStorage implements ReaderStorage {
  readonly #line: PostgresLine;

  constructor(url: string) {
    this.#line = new PostgresLine(url);
  }

  async snapshot<Result>(read: (blocks: BlockReads) => Promise<Result>): Promise<Result> {
    const snapshot = new Snapshot(await this.#line.session());
    try {
      return await read(snapshot.blocks);
    } catch (error) {
      throw faultOf(error);
    } finally {
      snapshot.end();
    }
  }

  hangUp(): void {
    this.#line.hangUp();
  }

  close(): Promise<void> {
    return this.#line.close();
  }
}
