import type { SessionId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** A way to a new password without the old one; the link itself is not kept. */
export interface PasswordReset {
  readonly userId: UserId;
  /** The administrator who hands the link over; null when it goes to the user by mail. */
  readonly madeBy: UserId | null;
  readonly createdTime: EpochMs;
  readonly expiresTime: EpochMs;
}

/** What ended with a link that was used. */
export interface UsedReset {
  readonly sessionIds: readonly SessionId[];
  /** Of this link and of the user's others. */
  readonly tokenHashes: readonly string[];
}

export interface PasswordResetStore {
  /** One of an administrator takes the place of another one. False when the user has `atMost` that go by mail. */
  save(reset: PasswordReset, tokenHash: string, atMost: number): Promise<boolean>;
  find(tokenHash: string): Promise<PasswordReset | undefined>;
  /** Sets the password, ends all sessions, and all links of the user with this one. Undefined when it is used up. */
  use(tokenHash: string, passwordHash: string): Promise<UsedReset | undefined>;
  removeEnded(now: EpochMs): Promise<number>;
}
