import type { RuleMode } from "@heliograph/contract";
import { ruleActions } from "./rule-actions.ts";
import { backtest } from "./rule-backtest.ts";
import { form, inputs, presets } from "./rule-editor.ts";
import { areas, comparisons, policies, scope, sentence, windowNames, windows } from "./rule-sentence.ts";
import { traces } from "./rule-traces.ts";
import { leaves, newer, parts, versions } from "./rule-versions.ts";

const modes: Record<RuleMode, string> = { OFF: "Off", SHADOW: "Shadow", LIVE: "Live" };

const modeTexts: Record<RuleMode, string> = {
  OFF: "It decides nothing.",
  SHADOW:
    "It decides and writes down what it would have done, and raises no alarm. Try it like this before it goes live.",
  LIVE: "It raises alarms.",
};

export const rules = {
  actions: ruleActions,
  title: "Rules",
  text: "What is to be noticed at devices, and which alarm follows.",
  search: "Search rules",
  add: "New rule",
  import: "Import",
  export: "Export",
  exportAll: "Export all",
  importText: "A file that was exported here or on another installation. Its rules are switched off at first.",
  importTable: "Or a table of limits (CSV), with these columns:",
  noneMade: "No rule was made: correct these rows first.",
  notHere: "No rule was made: they name what is not here. Make it under the same name first, or change the file.",
  importFile: "File (JSON or CSV)",
  badFile: "This file is no JSON.",
  notExported: "This is no file of exported rules.",
  imported: (created: string, skipped: string) => `${created} created, ${skipped} skipped because of their names`,
  empty: "No rules yet",
  emptyText: "Begin with one of these; everything in it can be changed.",
  emptySearch: "No rule fits",
  emptySearchText: "No rule has this name and mode.",
  begin: "Begin with",
  anyMode: "Any mode",
  mode: "Mode",
  modes,
  modeTexts,
  rule: "Rule",
  severity: "Severity",
  scopeOf: "For",
  lastFired: "Last fired",
  never: "not yet",
  firing: "Firing now",
  firingAt: (count: string) => (count === "1" ? "1 device" : `${count} devices`),
  copyOf: (name: string) => `${name} (copy)`,
  copy: "Copy",
  newTitle: "New rule",
  name: "Name",
  description: "Description",
  sections: "Parts of the rule",
  editor: "Editor",
  unsaved: "draft, not saved",
  versionIs: (version: number, mode: string) => `version ${version} is ${mode}`,
  save: (version: number) => `Save version ${version}`,
  create: "Save rule",
  discard: "Discard",
  discardTitle: "Discard the changes?",
  discardText: "What was changed since the last save is gone.",
  leave: "What was changed is not saved. Leave all the same?",
  readOnly: "You can look at rules, not change them.",
  gone: "Part of what it names is gone",
  modeTitle: (mode: string) => `Switch to “${mode}”?`,
  modeText: "The rule raises no alarms any more. Those it raised are cleared.",
  modeSaved: (mode: string) => `Now: ${mode}`,
  onSaving: (version: number) =>
    `On saving, version ${version} takes over. Alarms it would not raise any more are cleared.`,
  onCreating: "A new rule begins with the mode that is chosen here.",
  deleteTitle: "Delete this rule?",
  deleteText: (name: string, firing: string) =>
    `${name} is deleted with its versions and traces. ${firing} Alarms that are over stay on record.`,
  deleteFiring: (count: string) =>
    count === "0"
      ? "No alarm of it is active."
      : count === "1"
        ? "1 active alarm is cleared and stays on record."
        : `${count} active alarms are cleared and stay on record.`,
  problems: "Not complete yet",
  fault: "Not working",
  faultyDevice: "Show the device",
  /** By the names the server has for what is wrong with a rule or a row; without one its own words, which are English. */
  problemTexts: {
    SCOPE_EMPTY: "Choose for which devices",
    KEY_EMPTY: "Choose a channel",
    ALARM_EMPTY: "Name the alarm",
    EXPRESSION_EMPTY: "Write an expression",
  } as Readonly<Record<string, string>>,
  sentence,
  comparisons,
  windows,
  windowNames,
  areas,
  policies,
  scope,
  inputs,
  form,
  presets,
  backtest,
  traces,
  newer,
  parts,
  leaves,
  versions,
};
