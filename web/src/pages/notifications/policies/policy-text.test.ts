import { expect, test } from "vitest";
import { en } from "../../../i18n/en/index.ts";
import { newDraft, problemsOf } from "./policy-draft.ts";
import { endOf, lastsFrom, type PolicyWording, policyText } from "./policy-text.ts";

const wording: PolicyWording = {
  ...{ policies: en.policies, roles: en.roles.names, severities: en.alarms.severities },
  ...{ channels: en.notifications.channels, locale: "en" },
  ...{ type: () => "Pump", project: () => "North", device: () => "P-03" },
  choices: {
    me: { id: "me", name: "Ada" },
    users: [{ id: "u", name: "bob@example.org" }],
    roles: [],
    projects: [{ id: "p", name: "North" }],
    webhooks: [{ id: "w", name: "Maintenance" }],
  },
};

const begun = newDraft({ name: "Bad ones", userId: "me", projectId: null, language: "en" });

test("[NTF1] a policy reads as sentences, and says only what is not as usual", () => {
  expect(policyText(begun, wording)).toEqual([
    "When a Critical or Major alarm of any device is raised or gets worse, tell me by web and e-mail.",
  ]);
  const whole = {
    ...begun,
    alarms: { types: ["Too hot"], severities: ["CRITICAL" as const], deviceProfileIds: ["t"], projectIds: ["p"] },
    recipients: { roles: ["OPERATOR" as const], userIds: ["u", "gone"], projectIds: ["p"], addresses: ["a@b.c"] },
    channels: ["MAIL" as const],
    escalation: [
      { afterMs: 900_000, recipients: { webhookIds: ["w"] }, channels: ["INBOX" as const] },
      { afterMs: 3_600_000, recipients: { roles: ["OPERATOR" as const] }, channels: ["INBOX" as const] },
    ],
    quietHours: {
      ...{ weekdays: [2, 1], start: "22:00", durationMs: 28_800_000, timeZone: "UTC" },
      except: ["CRITICAL" as const],
    },
    ...{ tellCleared: true, perHour: 1 },
  };

  expect(policyText(whole, wording)).toEqual([
    "When Too hot (Critical) of every Pump in North is raised or gets worse, tell every Operator, bob@example.org, " +
      "(deleted), the members of North and 1 more by e-mail.",
    "Still not acknowledged 15 min after the first message: tell webhook Maintenance.",
    "Still not acknowledged 1 h after the first message: tell every Operator by web.",
    "When it is over, tell them, too.",
    "Mails and webhooks wait Mon, Tue from 22:00 to 06:00 (UTC), but Critical is told nevertheless.",
    "One recipient gets 1 message an hour; more wait, and become one message.",
  ]);
});

test("[NTF1] quiet hours go over midnight, and to the same time they are a whole day", () => {
  expect(lastsFrom("22:00", "06:00")).toBe(8 * 3_600_000);
  expect(lastsFrom("06:00", "06:00")).toBe(24 * 3_600_000);
  expect(endOf({ start: "22:30", durationMs: lastsFrom("22:30", "05:15") })).toBe("05:15");
});

test("[NTF1] what has to be corrected in a policy is said in the reader's words", () => {
  const step = { recipients: { roles: ["VIEWER" as const] }, channels: ["INBOX" as const] };

  const problemsIn = (changes: Partial<typeof begun>) =>
    Object.fromEntries(problemsOf({ ...begun, ...changes }, en.policies));

  expect(problemsIn({})).toEqual({});
  expect(problemsIn({ name: " ", recipients: {} })).toEqual({
    name: en.policies.noName,
    recipients: en.policies.noRecipient,
  });
  expect(problemsIn({ escalation: [2, 2].map((afterMs) => ({ ...step, afterMs })) })).toEqual({
    "escalation.1.afterMs": en.policies.escalationOrder,
  });
  expect(problemsIn({ escalation: [{ ...step, afterMs: 2, recipients: {} }] })).toEqual({
    "escalation.0.recipients": en.policies.noRecipient,
  });
});
