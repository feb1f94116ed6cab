import type { TimelineKind } from "@heliograph/contract";

const kinds: Record<TimelineKind, string> = {
  CONTACT: "Contacts",
  FILE: "Files",
  ALARM: "Alarms",
  COMMAND: "Commands",
  CHANGE: "Changes",
};

const alarmEvents: Readonly<Record<string, string>> = {
  RAISED: "raised",
  ACKNOWLEDGED: "acknowledged",
  CLEARED: "cleared",
};

/** What one sees first of a device. */
export const overview = {
  lastHour: "last hour",
  chooseValues: "Choose values",
  chooseText: "These come first, in this order, for you alone. The others follow on Telemetry.",
  asType: "As the type says",
  pinsSaved: "Your choice is saved",
  tooManyPins: (most: number) => `At most ${most} values come first.`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  pin: (name: string) => `Keep ${name} here`,
  unpin: (name: string) => `Do not keep ${name} here`,
  noneFound: "No value has such a name",
  openChart: "Open on Telemetry",
  openAlarms: "Open alarms",
  noAlarms: "No open alarms",
  noAlarmsText: "What rules find, and what people or scripts raise, appears here.",
  makeRule: "Make a rule",
  allAlarms: "All alarms",
  newestFiles: "Newest files",
  noFiles: "No files yet",
  noFilesText: "Files that the device uploads or announces appear here.",
  allFiles: "All files",
  getFile: "Get",
  fileRequested: "The file is requested from the device",
  lastCommands: "Last commands",
  noCommands: "No commands yet",
  noCommandsText: "What people, rules and schedules ask of the device appears here with what became of it.",
  sendCommand: "Send command",
  allCommands: "All commands",
  timeline: "Timeline",
  timelineOf: "Show",
  everything: "Everything",
  kinds,
  noEvents: "Nothing happened yet",
  noEventsText: "Contacts, files, alarms, commands and changes of this device appear here.",
  alarmEvents,
  fileReceived: "File received",
  by: (name: string) => `by ${name}`,
};
