/** The command line was not understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command was understood and cannot be done; the message is for the person who asked: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
