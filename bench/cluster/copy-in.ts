import type pg from "pg";

/** The driver's connection, as far as copying into a table needs it; its types leave that out. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** `COPY … FROM STDIN` with everything in one piece. */
export class CopyIn implements pg.Submittable {
  readonly #text: string;
  readonly #rows: Buffer;
  readonly #done = Promise.withResolvers<void>();

  constructor(text: string, rows: Buffer) {
    this.#text = text;
    this.#rows = rows;
  }

  get done(): Promise<void> {
    return this.#done.promise;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done.resolve();
  }

  handleError(error: Error): void {
    this.#done.reject(error);
  }
}
