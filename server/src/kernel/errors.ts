/** What went wrong, in our words. Which status that is on a wire is decided by the transport. */
export type Fault =
  | "invalid"
  | "unauthenticated"
  | "expired"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "too-large"
  | "too-many"
  | "busy"
  /** A tenant has used up what it may have: like `busy`, and until somebody makes room [QTA1]. */
  | "no-room"
  | "no-answer"
  /** Who waited for news waits no longer: no mistake, and no failure of ours [TBC1]. */
  | "nothing-came"
  | "internal";

/** What a message names, for programs that say it in words of their own: never more than the message tells. */
export type RefusalParams = Readonly<Record<string, string | number>>;

interface ErrorExtras {
  readonly params?: RefusalParams;
  /** For the log only: never shown to the caller, never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** With `too-many` and `busy`: when another attempt makes sense. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/**
 * An expected refusal. `message` is shown to the caller and says what to change; `code` names the refusal in
 * logs and in docs/errors.md. Everything that is not an AppError is a bug and is answered as a bare "internal".
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: string;
  readonly fault: Fault;
  readonly params: RefusalParams;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, fault: Fault, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.fault = fault;
    this.params = extras.params ?? {};
    this.details = extras.details ?? {};
    this.retryAfterMs = extras.retryAfterMs;
  }
}
