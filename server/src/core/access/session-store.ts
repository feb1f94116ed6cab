import type { AuthorityId, SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { UseStore } from "./last-use.ts";
import type { User, UserAssignment } from "./user-store.ts";

/** From where a session was opened; shown to its owner [AUTH8]. */
export interface SessionOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface Session extends SessionOrigin {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly authorityId: AuthorityId;
  /** Counts the refreshes; the one valid refresh token carries the current number [AUTH4]. */
  readonly generation: number;
  readonly createdTime: EpochMs;
  readonly expiresTime: EpochMs;
  /** As stored; it may have been used since. */
  readonly lastUsedTime: EpochMs;
  /** A second factor was shown. Without it the session is none where one is asked for [AUTH9]. */
  readonly isVerified: boolean;
  /** Where a system administrator is as an administrator of this tenant; then it is not extended. */
  readonly openedTenantId: TenantId | null;
}

/** A session with what its user is at this moment. */
export interface LiveSession {
  readonly session: Session;
  readonly user: User;
  readonly assignment: UserAssignment;
}

/** One; all but one; or, where there are more than `atMost`, the oldest, and never the one to keep. */
export type EndedSessions =
  | { readonly only: SessionId }
  | { readonly keep: SessionId }
  | { readonly keep: SessionId; readonly atMost: number };

export interface SessionStore extends UseStore<SessionId> {
  /**
   * False, and nothing is stored, when `passwordHash` is not the user's any more or the assignment is gone: a session
   * opened with the old password must not outlive the change, also when both happen at once [AUTH4].
   */
  create(session: Session, passwordHash: string): Promise<boolean>;
  /** Undefined when it has ended, its user or assignment is gone, or a second factor is asked for that it lacks. */
  find(id: SessionId): Promise<LiveSession | undefined>;
  /** Moves on to the next generation; false when `generation` is no longer the current one. */
  advance(id: SessionId, generation: number, expiresTime: EpochMs): Promise<boolean>;
  /** False when it had ended already: of those who end it at once, one does. */
  end(id: SessionId): Promise<boolean>;
  /** The live ones of a user, newest first. */
  listOf(user: UserId, now: EpochMs): Promise<readonly LiveSession[]>;
  /** Ends those of the user's sessions that are named; returns which. */
  endOf(user: UserId, which: EndedSessions): Promise<readonly SessionId[]>;
  /** Removes what expired before `now`; returns how many. */
  removeExpired(now: EpochMs): Promise<number>;
}
