import { AppError } from "../../kernel/errors.ts";

/** Wrong, revoked, over, its dashboard or its maker's right gone: nobody can tell one from another. */
export const shareGone = () =>
  new AppError("SHARE_GONE", "not-found", "This link leads nowhere: it is wrong, was revoked, or is over");

export const shareThrottled = (retryAfterMs: number) =>
  new AppError("SHARE_THROTTLED", "too-many", "This link leads nowhere; too many such came from your address", {
    retryAfterMs,
  });

export const shareBusy = (most: number, retryAfterMs: number) =>
  new AppError("SHARE_BUSY", "too-many", `At most ${most} requests a minute with this link from one address`, {
    params: { most },
    retryAfterMs,
  });

export const sharePasswordNeeded = () =>
  new AppError("SHARE_PASSWORD_NEEDED", "unauthenticated", "This link has a password; show it first");

export const sharePasswordWrong = () =>
  new AppError("SHARE_PASSWORD_WRONG", "unauthenticated", "This is not the password of this link");

export const sharePasswordThrottled = (retryAfterMs: number) =>
  new AppError("SHARE_PASSWORD_THROTTLED", "too-many", "Too many wrong passwords; wait before the next one", {
    retryAfterMs,
  });

export const sharePageUnknown = () =>
  new AppError("SHARE_PAGE_UNKNOWN", "not-found", "The dashboard of this link has no such page");

export const shareChoiceRefused = (name: string) =>
  new AppError("SHARE_CHOICE_REFUSED", "invalid", `choices: ${name} cannot be chosen with this link`, {
    params: { name },
  });

export const shareTimeRefused = () =>
  new AppError("SHARE_TIME_REFUSED", "invalid", "This link shows nothing of that time");

/** Of one question: gone and not allowed are told in the same words. */
export const nothingForShare = () =>
  new AppError("SHARE_NOTHING", "not-found", "What this widget is about is not there, or not for this link");

export const shareNotFound = (id: string) =>
  new AppError("SHARE_NOT_FOUND", "not-found", `The dashboard has no link ${id}`);

export const sharesTooMany = (most: number) =>
  new AppError("SHARES_TOO_MANY", "conflict", `A dashboard has at most ${most} links; revoke one first`, {
    params: { most },
  });

export const shareEndPast = () => new AppError("SHARE_END_PAST", "invalid", "expiresTime: choose a moment to come");

export const shareInvalid = (problem: string) => new AppError("SHARE_INVALID", "invalid", problem);

export const shareOthers = () =>
  new AppError(
    "SHARE_NOT_YOURS",
    "forbidden",
    "What a link shows is read with the rights of its maker, so only they say which version; make one of your own",
  );

export const shareNeedsPerson = () =>
  new AppError(
    "SHARE_NEEDS_PERSON",
    "forbidden",
    "A link is made by a user of the tenant who is logged in, not with an API key and not on a visit",
  );
