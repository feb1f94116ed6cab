import type { ActionOccasion, RuleAction } from "@heliograph/contract";

const occasions: Record<ActionOccasion, string> = {
  RAISED: "is raised",
  CHANGED: "changes its severity",
  CLEARED: "is cleared",
};

const kinds: Record<RuleAction["kind"], string> = {
  PUBLISH_TELEMETRY: "Write a value",
  PUBLISH_ATTRIBUTE: "Write an attribute",
  COMMAND: "Queue a command",
  NOTIFY: "Tell people",
  WEBHOOK: "Call a webhook",
  REPORT: "Make a report",
};

const whats: Record<RuleAction["kind"], string> = {
  PUBLISH_TELEMETRY: "write {value} as {key}",
  PUBLISH_ATTRIBUTE: "write {value} as attribute {key}",
  COMMAND: "queue {type} {text}",
  NOTIFY: "tell people",
  WEBHOOK: "call a webhook",
  REPORT: "make a report",
};

/** What a rule does beside its alarm [RUL4]. */
export const ruleActions = {
  line: "When it {on}, {what}.",
  or: " or ",
  occasions,
  kinds,
  whats,
  tell: "tell {whom}",
  call: "call the webhook {name}",
  onlyWith: "({severities} only)",
  onlySeverities: "Only with these severities; none chosen is all",
  webhook: "Webhook",
  report: "Report",
  noReports: "There are no reports yet.",
  said: "What is said",
  saidHint: "Stands beside what happened, such as what to do next",
  valueOf: (input: string) => `the value of ${input}`,
  nothing: "…",
  add: "action",
  remove: "Remove this action",
  action: "Action",
  when: "When it",
  kind: "What is done",
  key: "Key",
  source: "What is written",
  fixed: "a fixed value",
  value: "Value",
  valueHint: "A number, true, false, or a text",
  scope: "Attribute",
  scopes: { SHARED_SCOPE: "shown to the device", SERVER_SCOPE: "of the server only" },
  command: "Command",
  target: "Who is asked",
  targets: { dev: "the device", app: "the application" },
  text: "Text",
  method: "Method",
  params: "Parameters (JSON)",
  noJson: "This is no JSON: what was there before counts.",
  perHour: "Times an hour for one device, at most",
};
