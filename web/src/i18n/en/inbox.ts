import type { DeliveryReason, NotificationOccasion, WhyOutcome } from "@heliograph/contract";
import { counted } from "../../format/counted.ts";

const occasions: Record<NotificationOccasion, string> = {
  RAISED: "raised",
  CHANGED: "another severity",
  CLEARED: "over",
  RETURNED: "no longer silenced",
  ESCALATED: "not acknowledged",
  TOLD: "said by a rule",
  SCHEDULED: "said by a schedule",
  TEST: "test",
};

/** The bell and what is behind it [NTF1]. */
export const inbox = {
  title: "My inbox",
  text: "What you were told, newest first. Only you see this.",
  all: "All messages",
  unread: "Unread",
  show: "Show",
  search: "Part of the message",
  anySeverity: "Any severity",
  isUnread: "unread",
  readAll: "Mark all as read",
  remove: "Remove",
  removed: "The message was removed",
  openAlarm: "Open the alarm",
  openAlarms: "Open the alarms",
  openDevice: "Open the device",
  openSchedules: "Open the schedules",
  about: (count: number) => (count === 1 ? "about 1 alarm" : `about ${counted(count)} alarms`),
  ofPolicy: "Told by",
  occasion: "Because",
  occasions,
  emptyTitle: "Nothing was told yet",
  emptyText: "Alarms appear here when a notification policy names you, your role or your project.",
  emptyEditor: "Say who is told of what, or send yourself a test.",
  noneTitle: "No message fits",
  noneText: "Choose other filters to see the rest.",
  caughtUp: "Everything is read",
  toPolicies: "Who is told",
  messages: "Messages",
};

const outcomes: Record<WhyOutcome, string> = {
  TOLD: "A message arrived",
  TRYING: "A message is on its way",
  FAILED: "A message was sent, was not taken, and was given up",
  WAITS_FOR_MORE: "A message waits a moment for more alarms to go with it",
  HELD: "A message is held back",
  DROPPED: "No message was sent",
  SHELVED: "Nobody is told while the alarm is shelved",
  MAINTENANCE: "Nobody is told during maintenance",
  FOLLOWS_SILENCE: "The device was silent already, and that was told",
  LATE: "It is of a time that is too long past to be told",
  UNTOLD: "Its beginning was not told, so its end is not either",
  NOT_FOR_YOU: "The policy tells others of it",
  NO_POLICY: "No policy was for this alarm",
  OUT_OF_REACH: "Alarms of this device are out of reach",
};

const reasons: Record<DeliveryReason, string> = {
  QUIET_HOURS: "quiet hours",
  LIMIT: "the limit per hour was reached",
  OUTBOX_FULL: "too many messages wait to be sent",
  ALREADY_TOLD: "already told by another policy or rule",
  SWITCHED_OFF: "mails of alarms are switched off in the profile",
  NO_ADDRESS: "the user name is no mail address",
  OUT_OF_REACH: "the device is out of reach",
  RECIPIENT_GONE: "the recipient is gone",
  ALARMS_GONE: "the alarms were deleted before",
};

/** "Why was I (not) told?" [NTF1] */
export const why = {
  title: "Why was I (not) told?",
  ask: "Why was I told?",
  whom: "Who",
  me: "me",
  which: "Which alarm",
  told: "Told.",
  notTold: "Not told.",
  outcomes,
  reasons,
  toldBy: (name: string) => `already told by “${name}”`,
  until: (time: string) => `until ${time}`,
  next: (time: string) => `next attempt ${time}`,
  steps: "What happened",
  noPolicyHint: "Add a policy for it, or widen one that is there.",
  toPolicies: "Who is told of what",
  toDeliveries: "What was sent about it",
  noAlarms: "No alarm to ask about.",
};
