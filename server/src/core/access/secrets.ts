import type { StepScope } from "@heliograph/contract";
import type { AuthorityId, SessionId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** Slow, salted hashing of passwords, away from the event loop [AUTH3]. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string, turn: HashingTurn): Promise<boolean>;
}

/** Whose turn it is to have a password looked at; hashing is what everybody who logs in shares. */
export interface HashingTurn {
  readonly account: string;
  readonly network: string;
  /** Served beside those nobody knows: whatever these do, they do not delay it. Asked again when it is its turn. */
  readonly isAtHome: () => boolean;
  /** Asked when it is its turn: nobody waits any more, so it counts as wrong. */
  readonly isGone?: () => boolean;
}

export interface AccessClaims {
  readonly kind: "access";
  readonly sessionId: SessionId;
}

export interface RefreshClaims {
  readonly kind: "refresh";
  readonly sessionId: SessionId;
  readonly generation: number;
}

/** Somebody whose password was right, on the way to a session [AUTH9]. */
export interface StepClaims {
  readonly scope: StepScope;
  readonly userId: UserId;
  readonly authorityId: AuthorityId;
  /** Which password it was: with another one since, the way has to be begun anew. */
  readonly passwordMark: string;
  /** The session that switches: the step is good as long as that is live, and ends it. */
  readonly sessionId: SessionId | undefined;
}

/** Facts about the caller that clients of this API family read out of the token; we never trust them back. */
export interface TokenDisplay {
  readonly username: string;
  readonly userId: string;
  readonly role: string;
  readonly tenantId: string | undefined;
}

/** Signs and checks tokens. `verify` throws `tokenExpired()` or `tokenInvalid()`, nothing else. */
export interface TokenSigner {
  signAccess(claims: AccessClaims, display: TokenDisplay): string;
  signRefresh(claims: RefreshClaims): string;
  verifyAccess(token: string): AccessClaims;
  verifyRefresh(token: string): RefreshClaims;
  signStep(claims: StepClaims): string;
  /** Of this step only. */
  verifyStep(token: string, scope: StepScope): StepClaims;
}

/** Codes that an app and the server make from a secret they share, and the time (RFC 6238) [AUTH9]. */
export interface OneTimeCodes {
  newSecret(): string;
  /** The step of time this code is for, at most one away from now; undefined when it is wrong. */
  stepOf(secret: string, code: string, now: EpochMs): number | undefined;
  /** What an app reads from a QR code. */
  urlOf(secret: string, username: string): string;
}
