import type { SessionId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What is asked of somebody who logs in [AUTH9]. */
export interface SecondFactorState {
  /** Null where none is set up. */
  readonly enabledTime: EpochMs | null;
  readonly recoveryCodesLeft: number;
  /** Used by programs: nothing is asked. */
  readonly isService: boolean;
  /** The tenant asks for it. */
  readonly isRequired: boolean;
}

/** The secret an app has, sealed. */
export interface SealedFactor {
  readonly sealed: string;
  /** Else it waits for a first code. */
  readonly isEnabled: boolean;
}

export interface FirstCode {
  /** The secret that was looked at; another one by now is not set up. */
  readonly sealed: string;
  readonly step: number;
  readonly recoveryHashes: readonly string[];
  readonly now: EpochMs;
  /** The session in which it is done: a code was shown there. */
  readonly session: SessionId | undefined;
}

/**
 * Second factors, and what needs them. A session that was opened without a code is none where one is asked for: not
 * found, whoever changed what in between. What ends sessions for good returns which.
 */
export interface SecondFactorStore {
  /** Undefined when there is no such user. A system administrator is in no tenant. */
  stateOf(user: UserId, tenant: TenantId | undefined): Promise<SecondFactorState | undefined>;
  find(user: UserId): Promise<SealedFactor | undefined>;
  /** Takes the place of one that waits for its first code; false when one is set up, or the user is gone. */
  propose(user: UserId, sealed: string): Promise<boolean>;
  /** Undefined, and nothing changes, when the secret is not the one that waits. */
  enable(user: UserId, first: FirstCode): Promise<readonly SessionId[] | undefined>;
  /** A code is good once: false when the step was used before, or the secret is another one. */
  useStep(user: UserId, sealed: string, step: number): Promise<boolean>;
  /** False when there is no such code, or no more. */
  useRecoveryCode(user: UserId, hash: string): Promise<boolean>;
  /** False when no second factor is set up. */
  replaceRecoveryCodes(user: UserId, hashes: readonly string[]): Promise<boolean>;
  /** Ends `all` sessions, or those in tenants that ask for it. Undefined when there was none. */
  remove(user: UserId, which: "all" | "where-required"): Promise<readonly SessionId[] | undefined>;
  setService(user: UserId, isService: boolean): Promise<readonly SessionId[]>;
  rulesOf(tenant: TenantId): Promise<SignInRules>;
  /** Only on top of `version`, where one is named. */
  setRequired(
    tenant: TenantId,
    isRequired: boolean,
    version?: number,
  ): Promise<ChangedRules | "changed-meanwhile" | "no-such-tenant">;
}

/** How one gets into a tenant [AUTH9]. */
export interface SignInRules {
  readonly isRequired: boolean;
  /** Counts changes. */
  readonly version: number;
}

export interface ChangedRules {
  readonly before: SignInRules;
  readonly after: SignInRules;
  /** The sessions that are over by it. */
  readonly ended: readonly SessionId[];
}
