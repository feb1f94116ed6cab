import {
  type Permission,
  type RuleReferenceKind,
  ruleHistoryRoutes,
  ruleRoutes,
  ruleTrialRoutes,
} from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { permissionDenied } from "../../../core/access/index.ts";
import type { Device, Devices } from "../../../core/devices/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import {
  backtestHistory,
  backtestNotes,
  backtestRangeInvalid,
  type LimitTables,
  neededToLook,
  type RuleEditor,
  type RuleInputStore,
  type Rules,
  type RuleTraces,
  type RuleTravel,
  ruleVersionNeeded,
  sentDefinition,
} from "../../../core/rules/index.ts";
import type { TelemetryStore } from "../../../core/telemetry/index.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf, reachToAll } from "../access.ts";
import { listBody } from "../list-body.ts";
import { listedOf, listedWith } from "../listed.ts";
import {
  backtestRecordOf,
  checkedRuleOf,
  explanationOf,
  listedRuleOf,
  ruleChangeOf,
  ruleIdOf,
  runRecordOf,
  transitionRecordOf,
  versionRecordOf,
} from "../records/rule-record.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface RuleDependencies {
  readonly rules: Rules;
  readonly ruleTraces: RuleTraces;
  readonly limitTables: LimitTables;
  readonly ruleTravel: RuleTravel;
  readonly devices: Devices;
  readonly telemetryStore: TelemetryStore;
  readonly ruleInputStore: RuleInputStore;
}

const format = "heliograph-rules-1" as const;
const anyRule = { textSearch: undefined, mode: undefined, deviceId: undefined };

/** Rules that look at points and raise alarms [RUL1, RUL5]. */
export function serveRules(app: HttpApp, { rules, ruleTravel, devices }: RuleDependencies): void {
  register(app, ruleRoutes, {
    list: async (request, reply) => {
      const [reach, { textSearch, mode, deviceId }] = [reachOf(request), request.query];
      const device = deviceId === undefined ? undefined : deviceIdOf(deviceId);
      if (device !== undefined) await devices.require(reach, device);
      const found = () => rules.list(reach, { textSearch, mode, deviceId: device });
      const shown = listedWith(found, (some) => rules.withActivity(reach, some));
      return listBody(reply, request.query, shown, listedRuleOf);
    },

    save: async (request, reply) => {
      const [editor, reach, { id, version }] = [ruleEditorOf(request), reachOf(request), request.body];
      const change = ruleChangeOf(request.body);
      if (id === undefined) {
        const created = await rules.create(editor, { ...change, mode: change.mode ?? "OFF" });
        return reply.code(201).send(await checkedRuleOf(rules, reach, created));
      }
      if (version === undefined) throw ruleVersionNeeded();
      return reply.send(
        await checkedRuleOf(rules, reach, await rules.update(editor, ruleIdOf(id.id), change, version)),
      );
    },

    get: async (request) => {
      const reach = reachOf(request);
      return checkedRuleOf(rules, reach, await rules.require(reach, ruleIdOf(request.params.ruleId)));
    },

    setMode: async (request) => {
      const { mode, version } = request.body;
      const reach = reachOf(request);
      return checkedRuleOf(
        rules,
        reach,
        await rules.setMode(ruleEditorOf(request), ruleIdOf(request.params.ruleId), mode, version),
      );
    },

    remove: async (request) => {
      await rules.remove(ruleEditorOf(request), ruleIdOf(request.params.ruleId));
      return {};
    },

    exportRules: async (request) => {
      const all = await rules.list(reachOf(request), anyRule);
      const names = await ruleTravel.namesIn(all, (kind) => reachToNames(request, kind));
      const told = all.map(({ name, description, definition }) => ({ name, description, definition }));
      return { format, rules: told, names };
    },

    importRules: async (request) => {
      const sent = request.body.rules.map(({ name, description, definition }, at) => ({
        name,
        description: description || null,
        definition: sentDefinition(definition, `rules.${at}.definition`),
      }));
      const isSearched = (kind: RuleReferenceKind) =>
        kind !== "users" || callerOf(request).permissions.has("VIEW_USERS");
      const order = { isDryRun: request.query.dryRun ?? false, isSearched };
      return ruleTravel.import(ruleEditorOf(request), { rules: sent, names: request.body.names }, order);
    },
  });
}

/** What a rule was, and what it did [RUL5]. */
export function serveRuleHistory(app: HttpApp, { rules, ruleTraces, devices }: RuleDependencies): void {
  register(app, ruleHistoryRoutes, {
    versions: async (request, reply) => {
      const [reach, id] = [reachOf(request), ruleIdOf(request.params.ruleId)];
      return listBody(
        reply,
        request.query,
        listedOf(() => rules.versions(reach, id)),
        versionRecordOf,
      );
    },

    transitions: async (request, reply) => {
      const [reach, id, { deviceId }] = [reachOf(request), ruleIdOf(request.params.ruleId), request.query];
      const device = deviceId === undefined ? undefined : deviceIdOf(deviceId);
      if (device !== undefined) await devices.require(reach, device);
      const page = (wanted: PageRequest) => rules.transitions(reach, id, device, wanted);
      return listBody(reply, request.query, { page, stream: () => allOf(page) }, transitionRecordOf);
    },

    runs: async (request) => {
      const [reach, { deviceId }] = [reachOf(request), request.query];
      const device = deviceId === undefined ? undefined : deviceIdOf(deviceId);
      if (device !== undefined) await devices.require(reach, device);
      return (await ruleTraces.runs(reach, ruleIdOf(request.params.ruleId), device)).map(runRecordOf);
    },

    explain: async (request) => {
      const device = deviceIdOf(request.params.deviceId);
      return explanationOf(device, await ruleTraces.why(reachOf(request), ruleIdOf(request.params.ruleId), device));
    },
  });
}

/** Rules that are tried before they are saved [RUL6]. */
export function serveRuleTrials(app: HttpApp, parts: RuleDependencies, pointsAtMost: number): void {
  const { rules, devices, telemetryStore, ruleInputStore } = parts;
  register(app, ruleTrialRoutes, {
    check: async (request) => {
      const { id, definition } = request.body;
      const own = id === undefined ? undefined : ruleIdOf(id);
      const by = { reach: reachOf(request), userId: callerOf(request).userId };
      return { problems: [...(await rules.sense.problemsOf(by, sentDefinition(definition), own))] };
    },

    backtest: async (request, reply) => {
      const { startTs: from, endTs: to, deviceIds, definition: sent } = request.body;
      if (to <= from) throw backtestRangeInvalid();
      const definition = sentDefinition(sent);
      const reach = reachWith(request, ["VIEW_RULES", "VIEW_TELEMETRY", ...neededToLook([definition])]);
      rules.sense.requireEvaluable(definition);
      const chosen: Device[] = [];
      for (const id of new Set(deviceIds.map(deviceIdOf))) chosen.push(await devices.require(reach, id));
      const left = new AbortController();
      reply.raw.once("close", () => left.abort());
      if (reply.raw.destroyed) left.abort();
      const order = { definition, devices: chosen, from, to, pointsAtMost, gone: left.signal };
      const found = await backtestHistory({ points: telemetryStore, inputs: ruleInputStore }, order);
      return { results: found.map(backtestRecordOf), notes: [...backtestNotes(definition)] };
    },
  });
}

/** What somebody has to hold to know what things are called; roles everybody knows. */
const neededForNames: Readonly<Record<RuleReferenceKind, Permission | undefined>> = {
  devices: "VIEW_DEVICES",
  deviceTypes: "VIEW_DEVICES",
  deviceGroups: "VIEW_DEVICES",
  projects: "VIEW_DEVICES",
  users: "VIEW_USERS",
  roles: undefined,
  webhooks: "EDIT_NOTIFICATIONS",
  reports: "VIEW_SCHEDULES",
};

/** Reports are in no project: they are told to who reaches all of them. */
function reachToNames(request: FastifyRequest, kind: RuleReferenceKind): Reach | undefined {
  const needed = neededForNames[kind];
  if (needed === undefined) return reachOf(request);
  if (!callerOf(request).permissions.has(needed)) return undefined;
  const reach = reachToAll(request, [needed]);
  return kind === "reports" && reach.projects !== "all" ? undefined : reach;
}

/** What it takes is asked for where rules are stored. */
export const ruleEditorOf = (request: FastifyRequest): RuleEditor => ({
  userId: callerOf(request).userId,
  reachTo: (needed) => reachWith(request, needed),
});

function reachWith(request: FastifyRequest, all: readonly Permission[]): Reach {
  const needed = [...new Set(all)];
  const missing = needed.filter((permission) => !callerOf(request).permissions.has(permission));
  if (missing.length > 0) throw permissionDenied(missing);
  return reachToAll(request, needed);
}

const streamedAtOnce = 500;

/** Page after page; what happens meanwhile may be told twice, and nothing is left out. */
async function* allOf<T>(page: (wanted: PageRequest) => Promise<{ data: readonly T[]; hasNext: boolean }>) {
  for (let at = 0; ; at++) {
    const { data, hasNext } = await page({ page: at, limit: streamedAtOnce });
    if (data.length > 0) yield data;
    if (!hasNext) return;
  }
}
