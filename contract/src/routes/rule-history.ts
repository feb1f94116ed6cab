import { Type } from "typebox";
import { Uuid } from "../ids.ts";
import { pageOf, pageQuery } from "../paging.ts";
import {
  RuleExplanation,
  RuleRunRecord,
  RuleTraceQuery,
  RuleTransitionQuery,
  RuleTransitionRecord,
  RuleVersionRecord,
} from "../rules/index.ts";
import { needs } from "./access.ts";
import { RuleParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Rules";
/** Traces tell the values of points. */
const seesValues = needs("VIEW_RULES", "VIEW_TELEMETRY");

/** What a rule was, and what it did [RUL5]. */
export const ruleHistoryRoutes = routesOf({
  versions: {
    method: "GET",
    path: "/api/rule/:ruleId/versions",
    access: needs("VIEW_RULES"),
    work: "lists",
    tag,
    summary: "The versions of a rule, newest first; one is restored by saving what it holds",
    params: RuleParams,
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(RuleVersionRecord) },
  },

  transitions: {
    method: "GET",
    path: "/api/rule/:ruleId/transitions",
    access: seesValues,
    work: "lists",
    tag,
    summary: "What happened by a rule, newest first",
    params: RuleParams,
    query: RuleTransitionQuery,
    answers: { 200: pageOf(RuleTransitionRecord) },
  },

  runs: {
    method: "GET",
    path: "/api/rule/:ruleId/runs",
    access: seesValues,
    tag,
    summary: "The last 50 times a rule looked at points, since the node was started",
    params: RuleParams,
    query: RuleTraceQuery,
    answers: { 200: Type.Array(RuleRunRecord) },
  },

  explain: {
    method: "GET",
    path: "/api/rule/:ruleId/device/:deviceId",
    access: seesValues,
    tag,
    summary: "Why a rule did or did not fire for a device",
    params: Type.Object({ ruleId: Uuid, deviceId: Uuid }),
    answers: { 200: RuleExplanation },
  },
});
