import type { SessionId } from "../../kernel/ids.ts";

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
