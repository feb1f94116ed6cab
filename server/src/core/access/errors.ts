import type { Permission, UnmetDependency } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";

export const tokenMissing = () =>
  new AppError("TOKEN_MISSING", "unauthenticated", "Log in first: send the header X-Authorization: Bearer <token>");

export const tokenInvalid = () =>
  new AppError("TOKEN_INVALID", "unauthenticated", "This token is not valid; log in again");

export const tokenExpired = () =>
  new AppError("TOKEN_EXPIRED", "expired", "This token has expired; use the refresh token or log in again");

export const notOpened = () =>
  new AppError(
    "TENANT_NOT_OPENED",
    "conflict",
    "This session is in no tenant that was opened; there is nothing to leave",
  );

export const openingNeedsCode = () =>
  new AppError(
    "OPENING_NEEDS_SECOND_FACTOR",
    "forbidden",
    "This tenant asks for a second factor: set one up for your account and log in with it, then open the tenant",
  );

export const notWhileOpened = () =>
  new AppError(
    "TENANT_OPENED",
    "forbidden",
    "A system administrator who has opened a tenant has no keys there and makes none; leave it first",
  );

export const sessionEnded = () =>
  new AppError("SESSION_ENDED", "unauthenticated", "This session has ended; log in again");

/** The same words for a wrong name and a wrong password [AUTH3]. */
export const loginRefused = () => new AppError("LOGIN_REFUSED", "unauthenticated", "User name or password is wrong");

export const loginThrottled = (retryAfterMs: number) =>
  new AppError(
    "LOGIN_THROTTLED",
    "too-many",
    "User name or password is wrong; too many failed attempts, wait before the next one",
    {
      retryAfterMs,
    },
  );

export const authorityNeeded = (choices: readonly string[]) =>
  new AppError(
    "AUTHORITY_NEEDED",
    "invalid",
    `authorityId: this user has several tenants, choose one of ${choices.join(", ")}`,
  );

export const authorityUnknown = () =>
  new AppError("AUTHORITY_UNKNOWN", "unauthenticated", "authorityId is not an assignment of this user");

export const noAssignment = () =>
  new AppError("NO_ASSIGNMENT", "unauthenticated", "This user is assigned to no tenant; ask an administrator");

export const tenantNeeded = () =>
  new AppError("TENANT_NEEDED", "forbidden", "A system administrator belongs to no tenant; log in as one of its users");

export const nobodyAnyMore = () =>
  new AppError("NOBODY_ANY_MORE", "forbidden", "Whoever wanted this is not in the tenant any more");

export const permissionDenied = (missing: readonly Permission[]) =>
  new AppError("PERMISSION_DENIED", "forbidden", `This needs the permission ${missing.join(" and ")}`, {
    params: { missing: missing.join(", ") },
  });

export const cannotGive = (missing: readonly Permission[]) =>
  new AppError("CANNOT_GIVE", "forbidden", `You cannot give what you do not have there: ${missing.join(", ")}`, {
    params: { missing: missing.join(", ") },
  });

export const cannotChange = (more: readonly Permission[]) =>
  new AppError(
    "CANNOT_CHANGE",
    "forbidden",
    `This user may do more than you, who cannot change that: ${more.join(", ")}`,
    { params: { more: more.join(", ") } },
  );

export const accessUnclear = (problem: string) => new AppError("ACCESS_UNCLEAR", "invalid", problem);

export const roleNotFound = (id: string) => new AppError("ROLE_NOT_FOUND", "not-found", `No role ${id} in this tenant`);

/** Keys are for scripts; what concerns the account itself is for its owner. */
export const sessionNeeded = () =>
  new AppError("SESSION_NEEDED", "forbidden", "An API key cannot do this; log in with user name and password");

export const apiKeyInvalid = () =>
  new AppError("API_KEY_INVALID", "unauthenticated", "This API key is not valid; it may have been deleted");

export const apiKeyEnded = () =>
  new AppError("API_KEY_ENDED", "unauthenticated", "This API key has reached its end; make a new one");

export const apiKeyThrottled = (retryAfterMs: number) =>
  new AppError(
    "API_KEY_THROTTLED",
    "too-many",
    "This API key is not valid; too many wrong ones came from your address",
    {
      retryAfterMs,
    },
  );

export const apiKeyNotFound = (id: string) =>
  new AppError("API_KEY_NOT_FOUND", "not-found", `You have no API key ${id} in this tenant`);

export const apiKeyEndPast = () => new AppError("API_KEY_END_PAST", "invalid", "expiresTime: must be in the future");

export const tooManyApiKeys = (most: number) =>
  new AppError("API_KEYS_TOO_MANY", "conflict", `A user has at most ${most} API keys in a tenant; delete one first`, {
    params: { most },
  });

export const roleNameTaken = (name: string) =>
  new AppError("ROLE_NAME_TAKEN", "conflict", `There is a role named ${name} already`, { params: { name } });

export const roleChanged = (name: string) =>
  new AppError("ROLE_CHANGED", "conflict", `${name} was changed meanwhile; look at it again before you change it`, {
    params: { name },
  });

export const roleVersionNeeded = () =>
  new AppError("ROLE_VERSION_NEEDED", "invalid", "version: name the version of the role that you changed");

export const roleStronger = (name: string, missing: readonly Permission[]) =>
  new AppError(
    "ROLE_STRONGER",
    "forbidden",
    `You cannot take from ${name} what you do not have: ${missing.join(", ")}`,
    { params: { name, missing: missing.join(", ") } },
  );

export const roleHeld = (name: string) =>
  new AppError("ROLE_HELD", "conflict", `${name} is held by users, or offered in invitations; change these first`, {
    params: { name },
  });

export const tooManyRoles = (most: number) =>
  new AppError("ROLES_TOO_MANY", "conflict", `A tenant has at most ${most} roles of its own`, { params: { most } });

export const roleIncomplete = (unmet: readonly UnmetDependency[]) =>
  new AppError("ROLE_INCOMPLETE", "invalid", `permissions: ${unmet.map(needText).join("; ")}`);

const needText = ({ permission, all, atLeastOne }: UnmetDependency): string =>
  `${permission} needs ${[...all, ...(atLeastOne.length > 0 ? [atLeastOne.join(" or ")] : [])].join(" and ")}`;

export const passwordWrong = (field: "currentPassword" | "password") => () =>
  new AppError("PASSWORD_WRONG", "invalid", `${field} is wrong`);

export const passwordTooShort = (minLength: number) =>
  new AppError("PASSWORD_TOO_SHORT", "invalid", `The password needs at least ${minLength} characters`, {
    params: { minLength },
  });

export const passwordNeeded = (username: string) =>
  new AppError("PASSWORD_NEEDED", "invalid", `password: ${username} is a new user and needs one`);

export const userNotFound = (userId: string) =>
  new AppError("USER_NOT_FOUND", "not-found", `No user ${userId} in this tenant`);

export const userAlreadyAssigned = (username: string) =>
  new AppError("USER_ALREADY_ASSIGNED", "conflict", `${username} is a user of this tenant already`, {
    params: { username },
  });

export const lastAdministrator = () =>
  new AppError("LAST_ADMINISTRATOR", "conflict", "The last administrator of a tenant stays; appoint another one first");

export const passwordIsName = () =>
  new AppError("PASSWORD_IS_NAME", "invalid", "The password must not be the user name");

export const passwordTooCommon = () =>
  new AppError("PASSWORD_TOO_COMMON", "invalid", "This password is one that everybody tries first; choose another one");

export const usernameTaken = (username: string) =>
  new AppError("USERNAME_TAKEN", "conflict", `There is a user ${username} already, who can only be invited`, {
    params: { username },
  });

export const tooManyNames = (retryAfterMs: number) =>
  new AppError("TOO_MANY_NAMES", "too-many", "Too many of the names you tried exist already; wait, or invite them", {
    retryAfterMs,
  });

export const systemAdministratorAlone = () =>
  new AppError(
    "SYSTEM_ADMINISTRATOR_ALONE",
    "conflict",
    "A system administrator is an account of its own, in no tenant",
  );

export const invitationNotFound = (id: string) =>
  new AppError("INVITATION_NOT_FOUND", "not-found", `No open invitation ${id} in this tenant`);

export const invitationUnknown = () =>
  new AppError("INVITATION_UNKNOWN", "not-found", "This invitation does not exist or was withdrawn; ask for a new one");

export const invitationEnded = () =>
  new AppError("INVITATION_ENDED", "not-found", "This invitation has ended; ask for a new one");

export const invitationAccepted = () =>
  new AppError("INVITATION_ACCEPTED", "conflict", "This invitation was accepted already; log in");

export const invitationForAnother = (username: string) =>
  new AppError("INVITATION_FOR_ANOTHER", "conflict", `This invitation is for ${username}; log in as that user`, {
    params: { username },
  });

export const ownSessionNotFound = (id: string) =>
  new AppError("SESSION_NOT_FOUND", "not-found", `You have no session ${id}`);

/** Wrong and used before are alike: whoever looks over a shoulder learns nothing. */
export const codeWrong = () =>
  new AppError("CODE_WRONG", "unauthenticated", "This code is wrong, or was used before; take the next one");

/** The same inside of a session, which goes on. */
export const codeRefused = () =>
  new AppError("CODE_REFUSED", "invalid", "verificationCode: is wrong, or was used before; take the next one");

export const codeNeeded = () =>
  new AppError("CODE_NEEDED", "unauthenticated", "This account has a second factor: send verificationCode, too");

export const codesThrottled = (retryAfterMs: number) =>
  new AppError("CODES_THROTTLED", "too-many", "Too many wrong codes; wait, or use a recovery code", { retryAfterMs });

export const secondFactorExists = () =>
  new AppError("SECOND_FACTOR_EXISTS", "conflict", "A second factor is set up already; give it up first");

export const secondFactorMissing = () =>
  new AppError("SECOND_FACTOR_MISSING", "conflict", "No second factor is set up");

export const secondFactorNotBegun = () =>
  new AppError("SECOND_FACTOR_NOT_BEGUN", "conflict", "Ask for a secret first; it may have been replaced meanwhile");

export const secondFactorUnreadable = () =>
  new AppError(
    "SECOND_FACTOR_UNREADABLE",
    "conflict",
    "This installation lost the key of its second factors; use a recovery code, or ask an administrator",
  );

export const passwordResetUnknown = () =>
  new AppError(
    "PASSWORD_RESET_UNKNOWN",
    "not-found",
    "This link was used, has ended or was replaced; ask for a new one",
  );

export const passwordResetUnavailable = () =>
  new AppError("PASSWORD_RESET_UNAVAILABLE", "conflict", "No mail is set up here; ask an administrator for a link");

export const tooManyResets = (retryAfterMs: number) =>
  new AppError("TOO_MANY_RESETS", "too-many", "Too many requests for new passwords came from your address", {
    retryAfterMs,
  });

export const signInRulesChanged = () =>
  new AppError("SIGN_IN_RULES_CHANGED", "conflict", "The rules for logging in were changed meanwhile; load them again");

export const preferenceInvalid = (problem: string) => new AppError("PREFERENCE_INVALID", "invalid", problem);

export const ownSecondFactorFirst = () =>
  new AppError("OWN_SECOND_FACTOR_FIRST", "conflict", "Set up your own second factor before you ask it of everybody");

export const ownAccount = () =>
  new AppError("OWN_ACCOUNT", "conflict", "This is your own account: it is changed in your profile");

export const accountElsewhere = () =>
  new AppError(
    "ACCOUNT_ELSEWHERE",
    "forbidden",
    "This account is used where you do not manage users, too; ask a system administrator",
  );
