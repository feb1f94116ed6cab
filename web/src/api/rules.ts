import type { RuleDefinition, RuleFile, RuleMode, RuleToSave } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export const rulesShown = 50;

interface RuleWish {
  readonly text: string;
  readonly mode: RuleMode | "";
}

export const ruleList = ({ text, mode }: RuleWish, limit: number) =>
  queryOptions({
    queryKey: ["rules", text, mode, limit],
    queryFn: ({ signal }) =>
      api.rules.list({ ...(text && { textSearch: text }), ...(mode && { mode }), page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });

export const rule = (ruleId: string) =>
  queryOptions({
    queryKey: ["rule", ruleId],
    queryFn: ({ signal }) => api.rules.get({ ruleId }, { signal }),
    refetchOnWindowFocus: false,
  });

export const saveRule = (body: RuleToSave) => api.rules.save({ body });
export const setRuleMode = (ruleId: string, mode: RuleMode, version: number) =>
  api.rules.setMode({ ruleId, body: { mode, version } });
export const deleteRule = (ruleId: string) => api.rules.remove({ ruleId });
export const exportRules = () => api.rules.exportRules();

/** What is in the file is the server's to judge. */
export const importRules = (file: unknown) => api.rules.importRules({ body: file as RuleFile });

/** A table of limits; while a row has a problem none of its rules is made [RUL5]. */
export const importLimits = (file: Blob) => api.rules.importLimits({ body: file });

export const ruleFileFormat = "heliograph-rules-1";

/** All that is wrong with a rule that is not saved yet. */
export const ruleCheck = (definition: RuleDefinition, id: string | undefined) =>
  queryOptions({
    queryKey: ["rule-check", id, definition],
    queryFn: ({ signal }) => api.rules.check({ body: { definition, ...(id !== undefined && { id }) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

interface BacktestWish {
  readonly definition: RuleDefinition;
  readonly deviceIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** It is given up as soon as another one is wanted: the server ends when the caller leaves [RUL6]. */
export const backtest = ({ definition, deviceIds, from, to }: BacktestWish) =>
  queryOptions({
    queryKey: ["rule-backtest", definition, deviceIds, from, to],
    queryFn: ({ signal }) =>
      api.rules.backtest({ body: { definition, deviceIds: [...deviceIds], startTs: from, endTs: to } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });

const versionsShown = 200;

export const ruleVersions = (ruleId: string) =>
  queryOptions({
    queryKey: ["rule-versions", ruleId],
    queryFn: ({ signal }) => api.rules.versions({ ruleId, page: 0, limit: versionsShown }, { signal }),
  });

export const ruleRuns = (ruleId: string) =>
  queryOptions({
    queryKey: ["rule-runs", ruleId],
    queryFn: ({ signal }) => api.rules.runs({ ruleId }, { signal }),
    refetchInterval: 5_000,
  });

const transitionsShown = 50;

export const ruleTransitions = (ruleId: string, limit = transitionsShown) =>
  queryOptions({
    queryKey: ["rule-transitions", ruleId, limit],
    queryFn: ({ signal }) => api.rules.transitions({ ruleId, page: 0, limit }, { signal }),
    refetchInterval: 10_000,
  });

export const ruleExplanation = (ruleId: string, deviceId: string) =>
  queryOptions({
    queryKey: ["rule-why", ruleId, deviceId],
    queryFn: ({ signal }) => api.rules.explain({ ruleId, deviceId }, { signal }),
    refetchInterval: 5_000,
  });

/** What a rule says of itself in the details of its alarm; undefined where nobody or something else raised it. */
export function ruleOfAlarm(details: unknown) {
  if (typeof details !== "object" || details === null || !("ruleId" in details)) return undefined;
  if (typeof details.ruleId !== "string") return undefined;
  const name = "rule" in details && typeof details.rule === "string" ? details.rule : "";
  const file = "file" in details && typeof details.file === "string" ? details.file : undefined;
  const endValues = "clearedBy" in details ? valuesIn(details.clearedBy) : {};
  return { ruleId: details.ruleId, name, file, values: valuesIn(details), endValues };
}

const valuesIn = (details: unknown): object =>
  typeof details === "object" && details && "values" in details && typeof details.values === "object"
    ? (details.values ?? {})
    : {};
