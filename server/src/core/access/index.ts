export { AccountCare } from "./account-care.ts";
export { AccountLetters } from "./account-letters.ts";
export type { ApiKey, ApiKeyStore, NewKeyOutcome } from "./api-key-store.ts";
export { type ApiKeyLimits, ApiKeys } from "./api-keys.ts";
export { type Absent, Callers } from "./callers.ts";
export {
  codeNeeded,
  notOpened,
  openingNeedsCode,
  permissionDenied,
  roleNotFound,
  roleVersionNeeded,
  sessionNeeded,
  tenantNeeded,
  tokenExpired,
  tokenInvalid,
  tokenMissing,
} from "./errors.ts";
export { FailedLoginRecord } from "./failed-login-record.ts";
export { FailedLogins } from "./failed-logins.ts";
export { generatePassword } from "./generated-password.ts";
export { type Access, AccessGiving, type NewGrant, type WantedAccess } from "./given-access.ts";
export { grantsOf, type HeldRole, type StoredGrant } from "./grants.ts";
export type {
  AcceptOutcome,
  FoundInvitation,
  Invitation,
  InvitationStore,
  NewInvitation,
} from "./invitation-store.ts";
export { Invitations, type Joined, linkOf } from "./invitations.ts";
export { KeyGuesses } from "./key-guesses.ts";
export { LastUse, type UseStore } from "./last-use.ts";
export { Login } from "./login.ts";
export { type AttemptSource, LoginThrottle, type ThrottleLimits } from "./login-throttle.ts";
export type { PasswordReset, PasswordResetStore, UsedReset } from "./password-reset-store.ts";
export { PasswordResets } from "./password-resets.ts";
export { type KnownPasswords, PasswordRules } from "./password-rules.ts";
export { type PreferenceStore, UserPreferences } from "./preferences.ts";
export {
  type Credential,
  concernsPrincipal,
  type Principal,
  reachAndBeyond,
  reachFor,
  requireNoGain,
  type Standing,
  whereHeld,
} from "./principal.ts";
export type { ListedRole, OwnRole, RoleHolder, RoleProperties, RoleStore } from "./role-store.ts";
export { Roles } from "./roles.ts";
export type {
  ChangedRules,
  FirstCode,
  SealedFactor,
  SecondFactorState,
  SecondFactorStore,
  SignInRules,
} from "./second-factor-store.ts";
export { SecondFactors } from "./second-factors.ts";
export type {
  AccessClaims,
  HashingTurn,
  OneTimeCodes,
  PasswordHasher,
  RefreshClaims,
  StepClaims,
  TokenDisplay,
  TokenSigner,
} from "./secrets.ts";
export type { EndedSessions, LiveSession, Session, SessionOrigin, SessionStore } from "./session-store.ts";
export { type SessionLimits, Sessions } from "./sessions.ts";
export { SignIn } from "./sign-in.ts";
export type { AssignOutcome, NewAssignment, TenantUser, User, UserAssignment, UserStore } from "./user-store.ts";
export { Users } from "./users.ts";
export { type PastVisit, type Visit, type VisitStore, Visits } from "./visits.ts";
