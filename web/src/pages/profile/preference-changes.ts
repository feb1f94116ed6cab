import type { Preferences, PreferencesChange } from "@heliograph/contract";

const choices = ["language", "region", "timeZone"] as const;
const notices = ["security", "invitations", "alarms"] as const;

/** Only what was changed: the rest may have been changed meanwhile in another window, and stays as it is there. */
export const changesOf = (before: Preferences, after: Preferences): PreferencesChange => ({
  ...changed(before, after, choices),
  notifications: changed(before.notifications, after.notifications, notices),
});

export const isSame = (a: Preferences, b: Preferences): boolean =>
  choices.every((name) => a[name] === b[name]) &&
  notices.every((name) => a.notifications[name] === b.notifications[name]);

const changed = <T, K extends keyof T>(before: T, after: T, names: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  ) as Partial<Pick<T, K>>;
