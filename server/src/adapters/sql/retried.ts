import { isOvertaken } from "./sql-error.ts";

const attemptsAtMost = 5;

/**
 * Runs a transaction again when the database undid it because of another one. For work that begins anew each time
 * and leaves nothing behind when it fails.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isOvertaken(error) || attempt === attemptsAtMost) throw error;
    }
  }
}
