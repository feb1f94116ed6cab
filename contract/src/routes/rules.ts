import { pageOf } from "../paging.ts";
import {
  CheckedRule,
  ListedRule,
  RuleFile,
  RuleImportQuery,
  RuleImportReport,
  RuleListQuery,
  RuleModeInput,
  RuleToSave,
} from "../rules/index.ts";
import { needs } from "./access.ts";
import { Done, RuleParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Rules";

/** Rules that look at points and raise alarms [RUL1, RUL5]. */
export const ruleRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/rules",
    access: needs("VIEW_RULES"),
    work: "lists",
    tag,
    summary: "The rules that concern what is within reach, by name",
    query: RuleListQuery,
    answers: { 200: pageOf(ListedRule) },
  },

  save: {
    method: "POST",
    path: "/api/rule",
    access: needs("EDIT_RULES"),
    tag,
    summary: "Create a rule, or change the one the body names by its id and version",
    description:
      "A version that is not the newest is 409. What is wrong with a rule is 400 and names the place in it. A change is in " +
      "force for the points that arrive after it; an alarm of a rule that raises another type, is switched off or is not " +
      "for a device any more is cleared.",
    body: RuleToSave,
    answers: { 200: CheckedRule, 201: CheckedRule },
  },

  get: {
    method: "GET",
    path: "/api/rule/:ruleId",
    access: needs("VIEW_RULES"),
    tag,
    summary: "One rule, with what it names and is not there any more",
    params: RuleParams,
    answers: { 200: CheckedRule },
  },

  setMode: {
    method: "POST",
    path: "/api/rule/:ruleId/mode",
    access: needs("EDIT_RULES"),
    tag,
    summary: "Switch a rule on, off, or to deciding without doing anything",
    params: RuleParams,
    body: RuleModeInput,
    answers: { 200: CheckedRule },
  },

  remove: {
    method: "DELETE",
    path: "/api/rule/:ruleId",
    access: needs("EDIT_RULES"),
    tag,
    summary: "Delete a rule with what it decided; its alarms are cleared and stay on record",
    params: RuleParams,
    answers: { 200: Done },
  },

  exportRules: {
    method: "GET",
    path: "/api/rules/export",
    access: needs("VIEW_RULES"),
    tag,
    summary: "The rules within reach as a file",
    answers: { 200: RuleFile },
  },

  importRules: {
    method: "POST",
    path: "/api/rules/import",
    access: needs("EDIT_RULES"),
    tag,
    summary:
      "Create the rules of such a file, switched off, all of them or none; names that are there already are skipped. What the rules name is found by its id or, else, by its name",
    query: RuleImportQuery,
    body: RuleFile,
    answers: { 200: RuleImportReport },
  },
});
