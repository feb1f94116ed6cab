/** A start that cannot succeed: what is wrong and what to do, in a sentence for a person [RUN11]. */
export class StartRefusedError extends Error {
  override readonly name = "StartRefusedError";
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
