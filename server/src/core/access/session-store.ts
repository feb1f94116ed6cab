import type { AuthorityId, SessionId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { User, UserAssignment } from "./user-store.ts";

export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly authorityId: AuthorityId;
  /** Counts the refreshes; the one valid refresh token carries the current number [AUTH4]. */
  readonly generation: number;
  readonly createdTime: EpochMs;
  readonly expiresTime: EpochMs;
}

/** A session with what its user is at this moment. */
export interface LiveSession {
  readonly session: Session;
  readonly user: User;
  readonly assignment: UserAssignment;
}

export interface SessionStore {
  create(session: Session): Promise<void>;
  /** Undefined when the session has ended, or its user or assignment is gone. */
  find(id: SessionId): Promise<LiveSession | undefined>;
  /** Moves on to the next generation; false when `generation` is no longer the current one. */
  advance(id: SessionId, generation: number, expiresTime: EpochMs): Promise<boolean>;
  end(id: SessionId): Promise<void>;
  /** Ends the user's sessions, all or all but one; returns which. */
  endAllOf(user: UserId, except?: SessionId): Promise<readonly SessionId[]>;
  /** Removes what expired before `now`; returns how many. */
  removeExpired(now: EpochMs): Promise<number>;
}
