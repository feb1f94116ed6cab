import type { NewBlock } from "../storage/block-row.ts";
import type { SeriesDefinition } from "../storage/series-definition.ts";
import type { LogPosition, StorageTransaction } from "../storage/storage.ts";
import type { HeldShards } from "./held-shards.ts";
import { PostgresMergeReads } from "./merge-queries.ts";
import type { Session } from "./postgres-line.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";
import type { ToldChanges } from "./told-changes.ts";

const begin = statement("begin");
const commit = statement("commit");
const rollback = statement("rollback");

/** Changes wait for the next read, or for the end; one without a read is one message, and one answer. */
export class PostgresTransaction extends PostgresMergeReads implements StorageTransaction {
  readonly #session: Session;
  readonly #fence: Statement;
  readonly #told: ToldChanges;
  readonly #shards: HeldShards | undefined;
  #isOpen = false;

  /** `shards`: those of a writer that has not all of them. */
  constructor(session: Session, fence: Statement, told: ToldChanges, shards: HeldShards | undefined) {
    super((asked) => this.#send(asked), shards);
    this.#session = session;
    this.#fence = fence;
    this.#told = told;
    this.#shards = shards;
  }

  async #send(asked: Statement): Promise<readonly Row[]> {
    const opening = this.#isOpen ? [] : [begin, this.#fence];
    this.#isOpen = true;
    const answers = await this.#session.run([...opening, ...this.#told.take(), asked]);
    return answers.at(-1) ?? [];
  }

  /** Sends the rest. Rejects with the server's own error when nothing is stored, as lost when nobody knows. */
  async commit(): Promise<void> {
    const rest = this.#told.take();
    if (this.#isOpen) await this.#session.run([...rest, commit]);
    else if (rest.length > 0) await this.#session.run([this.#fence, ...rest]);
    this.#isOpen = false;
  }

  /** Nothing is stored, whatever becomes of it. */
  async rollBack(): Promise<void> {
    if (this.#isOpen) await this.#session.run([rollback]).catch(() => this.#session.drop());
    this.#isOpen = false;
  }

  concern(shards: readonly number[]): void {
    if (this.#shards) this.#told.require(this.#shards.check(shards));
  }

  define(series: readonly SeriesDefinition[]): void {
    this.#told.define(series);
  }

  dropSeries(series: Iterable<number>): void {
    this.#told.dropSeries(series);
  }

  dropDevice(device: string): void {
    this.#told.dropDevice(device);
  }

  append(position: number, frame: Uint8Array): void {
    this.#told.append(position, frame);
  }

  trim(upTo: number): void {
    this.#told.trim(upTo);
  }

  setAside(position: number): void {
    this.#told.setAside(position);
  }

  note(name: LogPosition, position: number): void {
    this.#told.note(name, position);
  }

  insert(blocks: readonly NewBlock[]): void {
    this.#told.insert(blocks);
  }

  delete(blocks: readonly number[]): void {
    this.#told.delete(blocks);
  }
}
