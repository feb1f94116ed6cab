import { session } from "../app.ts";

/** Logs out; the next one begins at the beginning. */
export async function leave(): Promise<void> {
  await session.logout();
  history.replaceState(null, "", "/");
}
