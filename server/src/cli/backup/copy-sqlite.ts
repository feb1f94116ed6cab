import { backup, DatabaseSync } from "node:sqlite";

/** The node's transactions are short; the one that is in the way is over long before this. */
const busyTimeoutMs = 10_000;
/**
 * All pages in one step, and so from one snapshot: a copy in several steps starts again whenever somebody else
 * writes in between, and under load would never end. Writers are not held up, the journal (WAL) sees to that.
 */
const allPages = 2_147_483_647;

/** A consistent copy of a database that others are using; made in a thread, so this process stays responsive. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { timeout: busyTimeoutMs });
  try {
    await backup(source, to, { rate: allPages });
  } finally {
    source.close();
  }
}
