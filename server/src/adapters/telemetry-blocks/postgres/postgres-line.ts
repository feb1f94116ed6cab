import pg from "pg";
import { endsConnection, faultOf, LineLostError } from "./faults.ts";
import { type Row, type Statement, StatementBatch } from "./statement-batch.ts";

/** A server that says nothing for so long is given up, and asked again through a new connection. */
const silenceMs = 20_000;
const connectMs = 5_000;

export type Answers = readonly (readonly Row[])[];

/** One connection while it lasts: what is begun on it can only be ended on it. */
export interface Session {
  /** Rejects with `LineLostError` when nobody knows what became of it, with the server's own error when nothing did. */
  run(statements: readonly Statement[]): Promise<Answers>;
  /** Gives the connection up, whatever it is in the middle of. */
  drop(): void;
}

/** The way to the server: one connection at a time, made when it is needed, and again when it broke. */
export class PostgresLine {
  readonly #url: string;
  #session: Promise<ClientSession> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Rejects as a refusal that passes while the server is not there; nothing was asked of it then. */
  async session(): Promise<Session> {
    this.#session ??= this.#connect();
    try {
      return await this.#session;
    } catch (error) {
      this.#session = undefined;
      throw isRefusal(error) ? error : faultOf(new LineLostError(messageOf(error), { cause: error }));
    }
  }

  async run(statements: readonly Statement[]): Promise<Answers> {
    return (await this.session()).run(statements);
  }

  /** The server is silent: whatever waits for it is told that the line is lost. */
  hangUp(): void {
    this.#session?.then(
      (session) => session.drop(),
      () => undefined,
    );
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined);
    this.#session = undefined;
    await session?.end();
  }

  async #connect(): Promise<ClientSession> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
    });
    const session = new ClientSession(client, () => {
      this.#session = undefined;
    });
    await client.connect();
    return session;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the server itself says to who knocks, and no waiting changes: a wrong password, a database that is not there. */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && faultOf(error) === error;

class ClientSession implements Session {
  readonly #client: pg.Client;
  readonly #onEnd: () => void;
  #line: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(client: pg.Client, onEnd: () => void) {
    this.#client = client;
    this.#onEnd = onEnd;
    client.on("error", () => this.drop());
    client.on("end", () => this.drop());
  }

  /** One after the other, each when the one before was answered. */
  run(statements: readonly Statement[]): Promise<Answers> {
    const answered = this.#line.then(() => this.#send(statements));
    this.#line = answered.catch(() => undefined); // whoever asked is told
    return answered;
  }

  async #send(statements: readonly Statement[]): Promise<Answers> {
    if (this.#isOver) throw new LineLostError("the connection is gone");
    const batch = this.#client.query(new StatementBatch(statements));
    const silent = setTimeout(() => this.drop(), silenceMs);
    try {
      return await batch.answers;
    } catch (error) {
      if (error instanceof LineLostError || endsConnection(error)) this.drop();
      throw error;
    } finally {
      clearTimeout(silent);
    }
  }

  drop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    streamOf(this.#client).destroy();
  }

  async end(): Promise<void> {
    await this.#line;
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#client.end().catch(() => undefined);
  }
}

/** The driver's socket: asking it politely to end would wait for a server that is silent. */
function streamOf(client: pg.Client): { destroy(): void } {
  const connection: unknown = Reflect.get(client, "connection");
  const stream: unknown = connection instanceof pg.Connection ? connection.stream : undefined;
  return isDestroyable(stream) ? stream : { destroy: () => void client.end().catch(() => undefined) };
}

const isDestroyable = (stream: unknown): stream is { destroy(): void } =>
  typeof stream === "object" && stream !== null && "destroy" in stream && typeof stream.destroy === "function";
