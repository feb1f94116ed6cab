import { isConstraintViolation, isOvertaken } from "./sql-error.ts";

const attemptsAtMost = 5;
/** Begun again once, it sees what the other one left and says so in its own words; failing again, it was no race. */
const attemptsAfterViolation = 2;

/**
 * Runs a transaction again when the database undid it because of another one, or refused what another one made
 * impossible after it had looked. For work that begins anew each time and leaves nothing behind when it fails.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attemptsFor(error)) throw error;
    }
  }
}

function attemptsFor(error: unknown): number {
  if (isOvertaken(error)) return attemptsAtMost;
  return isConstraintViolation(error) ? attemptsAfterViolation : 1;
}
