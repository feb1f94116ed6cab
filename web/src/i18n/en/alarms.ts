import type { AlarmCommentSubtype, AlarmSeverity, AlarmStatus } from "@heliograph/contract";
import type { AlarmOwner, AlarmState } from "../../api/alarm-choices.ts";

const severities: Record<AlarmSeverity, string> = {
  CRITICAL: "Critical",
  MAJOR: "Major",
  MINOR: "Minor",
  WARNING: "Warning",
  INDETERMINATE: "Indeterminate",
};

const statuses: Record<AlarmStatus, string> = {
  ACTIVE_UNACK: "Active, not acknowledged",
  ACTIVE_ACK: "Active, acknowledged",
  CLEARED_UNACK: "Cleared, not acknowledged",
  CLEARED_ACK: "Cleared, acknowledged",
};

const states: Record<AlarmState, string> = {
  open: "All but closed",
  active: "Active",
  cleared: "Cleared",
  all: "All",
};

const owners: Record<AlarmOwner, string> = { any: "Anybody's", mine: "Mine", nobody: "Nobody's" };

/** What the system says about what happened; `name` is whoever did it, empty for a rule. */
const happened: Record<AlarmCommentSubtype, (facts: Record<string, string>) => string> = {
  SEVERITY_CHANGED: ({ before, after }) => `${before} → ${after}`,
  ACK: ({ name }) => `acknowledged by ${name}`,
  CLEAR: ({ name }) => `cleared by ${name}`,
  ASSIGN: ({ name, to }) => `assigned to ${to} by ${name}`,
  UNASSIGN: ({ name }) => `taken back by ${name}`,
  SHELVED: ({ name, until, reason }) => `shelved until ${until} by ${name}: ${reason}`,
  UNSHELVED: () => "shelving ended",
  COMMENT_DELETED: ({ name }) => `a comment was deleted by ${name}`,
};

export const alarms = {
  title: "Alarms",
  text: "What is wrong, or was, at the devices you can see.",
  severities,
  statuses,
  states,
  owners,
  happened,
  search: "Alarm or device",
  severity: "Severity",
  state: "State",
  owner: "Whose",
  type: "Alarm",
  allTypes: "All alarms",
  allProjects: "All projects",
  device: "Device",
  lasts: "Lasts",
  since: "Started",
  assigned: "Assigned",
  nobody: "nobody",
  selected: (count: string) => `${count} selected`,
  select: (name: string) => `Select ${name}`,
  selectAll: "Select all on this page",
  acknowledge: "Acknowledge",
  clear: "Clear",
  assign: "Assign",
  assignTo: "Assign to",
  shelve: "Shelve",
  unshelve: "End shelving",
  shelveFor: "Shelve for",
  shelveTimes: { hour: "1 h", shift: "8 h", day: "24 h", week: "7 days" },
  reason: "Reason, for the record",
  shelveText: "Nobody is told meanwhile; the alarm stays. Still active then: told again.",
  shelvedUntil: (time: string) => `shelved until ${time}`,
  maintenance: (name: string) => `maintenance: ${name}`,
  fresh: (count: number) => (count === 1 ? "1 new" : `${count} new`),
  changed: (count: string) => `${count} changed`,
  values: "Values that caused it",
  endValues: "Values that ended it",
  file: "File",
  noValues: "No values were given.",
  whyFired: "Why it fired",
  chart: "What was measured",
  ofRule: (name: string) => (name === "" ? "Raised by a rule" : `Raised by the rule ${name}`),
  history: "History and comments",
  raised: "raised",
  comment: "Comment",
  writeComment: "Write a comment",
  send: "Send",
  deleteComment: "Delete this comment",
  none: "No alarms",
  noneText: "Nothing is wrong within these filters.",
  toRules: "What raises alarms: rules",
  count: (count: string) => (count === "1" ? "1 alarm" : `${count} alarms`),
  previous: "Previous page",
  next: "Next page",
  keys: { next: "next", previous: "previous", select: "select", acknowledge: "acknowledge", comment: "comment" },
  statistics: "Statistics",
  mostFrequent: "Most frequent",
  longest: "Longest",
  chattering: "Chattering",
  chatteringText: "Back within ten minutes of being cleared",
  nothing: "Nothing in this time.",
  times: (count: string) => `${count} ×`,
};
