/** The command line was not understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was understood and cannot be done; the message is for the person who asked: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The command was done, and what it worked on is damaged; the message names it: exit code 3. */
export class DamageFound extends Error {
  override readonly name = "DamageFound";
}
