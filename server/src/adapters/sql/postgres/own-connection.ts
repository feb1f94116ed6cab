import pg from "pg";

interface ConnectionTerms {
  readonly url: string;
  /** A database that says nothing for so long does not answer. */
  readonly silenceMs: number;
}

/** A connection of its own, which no list and no slow statement stands before; made when it is needed, and again when it broke. */
export class OwnConnection {
  readonly #terms: ConnectionTerms;
  #client: pg.Client | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(terms: ConnectionTerms) {
    this.#terms = terms;
  }

  /** One after the other. A question that fails gives the connection up, and with it the transaction it was in. */
  ask(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const answered = this.#last.then(() => this.#ask(text, values));
    this.#last = answered.catch(() => undefined); // whoever asked is told
    return answered;
  }

  async #ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      this.#client ??= await this.#connect();
      return await this.#client.query(text, values);
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const { url, silenceMs } = this.#terms;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
    });
    client.on("error", () => this.drop());
    await client.connect();
    return client;
  }

  /** What is asked next is asked on another one. */
  drop(): void {
    this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
