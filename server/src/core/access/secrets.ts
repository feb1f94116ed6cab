import type { SessionId } from "../../kernel/ids.ts";

/** Slow, salted hashing of passwords, away from the event loop [AUTH3]. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `lane` "slow" waits behind everybody who has not failed before. */
  verify(hash: string, password: string, lane: "fast" | "slow"): Promise<boolean>;
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
}
