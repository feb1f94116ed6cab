/** Exit codes, the same numbers as the vendor's tool. */
export const exitCode = {
  ok: 0,
  badArguments: 1,
  notFound: 2,
  inputOutput: 3,
  /** The file is refused, or `verify` found that samples are missing. */
  format: 4,
} as const;

/** A command line that cannot be carried out; the message says what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
