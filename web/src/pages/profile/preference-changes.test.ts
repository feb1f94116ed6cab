import { defaultPreferences } from "@heliograph/contract";
import { expect, test } from "vitest";
import { changesOf, isSame } from "./preference-changes.ts";

const before = { ...defaultPreferences, language: "de", timeZone: "Europe/Berlin" } as const;

test("[AUTH9] only what was changed is sent: the rest may be another window's", () => {
  const notifications = { ...before.notifications, alarms: false };

  expect(changesOf(before, { ...before, timeZone: null, notifications })).toEqual({
    timeZone: null,
    notifications: { alarms: false },
  });
  expect(changesOf(before, before)).toEqual({ notifications: {} });
});

test("[AUTH9] a form that shows something else than what holds is filled again", () => {
  expect(isSame(before, { ...before, notifications: { ...before.notifications } })).toBe(true);
  expect(isSame(before, { ...before, region: "de-CH" })).toBe(false);
  expect(isSame(before, { ...before, notifications: { ...before.notifications, security: false } })).toBe(false);
});
