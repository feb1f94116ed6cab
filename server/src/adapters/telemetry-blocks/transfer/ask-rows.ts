/** A row by the names of its columns. */
export type NamedRow = Readonly<Record<string, unknown>>;

/** Runs a statement in a transaction of whoever calls: points go, or come, together with the entities [REL4]. */
export type AskRows = (text: string, values?: readonly unknown[]) => Promise<readonly NamedRow[]>;

export const bytesIn = (cell: unknown): Uint8Array => (cell instanceof Uint8Array ? cell : new Uint8Array());
