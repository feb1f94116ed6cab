import { alarmListRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { type AlarmQuery, type AlarmUser, alarmRangeInvalid, projectOf } from "../../../core/alarms/index.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { alarmQueryOf, alarmScopeOf } from "../alarm-filter.ts";
import { listBody } from "../list-body.ts";
import { alarmIdOf, alarmInfoRecordOf, alarmUserOf } from "../records/alarm-record.ts";
import { deviceIdOf } from "../route-ids.ts";
import type { AlarmDependencies } from "./alarms.ts";

const statisticsByDefaultMs = 7 * 86_400_000;
type Reply = Parameters<typeof listBody>[0];
type Paging = Parameters<typeof listBody>[1];

/** Finding alarms [ALM2, ALM4]. */
export function serveAlarmLists(app: HttpApp, dependencies: AlarmDependencies): void {
  const { alarms, alarmAssignees, maintenance, devices, projects, clock } = dependencies;

  const listOf = async (reply: Reply, paging: Paging, query: AlarmQuery) => {
    const [windows, now] = [await maintenance.on(query.reach.tenantId), clock()];
    const source = { page: (page: PageRequest) => alarms.list(query, page), stream: () => alarms.stream(query) };
    return listBody(reply, paging, source, (alarm) => alarmInfoRecordOf(alarm, windows, now));
  };
  const deviceOf = async (request: FastifyRequest<{ Params: { entityId: string } }>) =>
    (await devices.require(reachOf(request), deviceIdOf(request.params.entityId))).id;

  register(app, alarmListRoutes, {
    list: async (request, reply) =>
      listOf(reply, request.query, await alarmQueryOf(projects, reachOf(request), request.query)),
    find: async (request, reply) =>
      listOf(reply, request.query, await alarmQueryOf(projects, reachOf(request), request.query)),
    listOf: async (request, reply) => {
      const query = await alarmQueryOf(projects, reachOf(request), request.query, await deviceOf(request));
      return listOf(reply, request.query, query);
    },
    findOf: async (request, reply) => {
      const query = await alarmQueryOf(projects, reachOf(request), request.query, await deviceOf(request));
      return listOf(reply, request.query, query);
    },

    highestSeverity: async (request, reply) => {
      const filter = await alarmQueryOf(projects, reachOf(request), request.query, await deviceOf(request));
      // A bare JSON text: the framework would send a string as it is.
      return reply.type("application/json").send(JSON.stringify(await alarms.highest(filter)));
    },

    types: async (request) => {
      const { page = 0, limit = 100, textSearch, sortOrder = "ASC" } = request.query;
      const reach = reachOf(request);
      const wanted = { page, limit: limit === -1 ? Number.MAX_SAFE_INTEGER : limit };
      const found = await alarms.types(reach, textSearch, sortOrder === "DESC", wanted);
      const tenantId = { entityType: "TENANT" as const, id: reach.tenantId };
      return { ...found, data: found.data.map((type) => ({ tenantId, entityType: "ALARM" as const, type })) };
    },

    counts: async (request) => {
      const { bySeverity, unacknowledged } = await alarms.counts(
        await alarmScopeOf(projects, reachOf(request), request.query.projectId),
      );
      return { ...bySeverity, unacknowledged };
    },

    statistics: async (request) => {
      const { endTime = clock() + 1, limit = 10, projectId } = request.query;
      const { startTime = Math.max(0, endTime - statisticsByDefaultMs) } = request.query;
      if (endTime < startTime) throw alarmRangeInvalid("startTime", "endTime");
      const reach = await alarmScopeOf(projects, reachOf(request), projectId);
      const wanted = { reach, from: epochMs(startTime), to: epochMs(endTime), limit };
      const { total, mostFrequent, longest, chattering } = await alarms.statistics(wanted);
      return {
        total,
        mostFrequent: mostFrequent.map((row) => ({ ...aboutOf(row), count: row.count, activeMs: row.activeMs })),
        longest: longest.map((row) => ({
          ...aboutOf(row),
          id: { entityType: "ALARM" as const, id: row.id },
          severity: row.severity,
          cleared: row.cleared,
          startTs: row.startTs,
          activeMs: row.activeMs,
        })),
        chattering: chattering.map((row) => ({ ...aboutOf(row), count: row.count, returns: row.returns })),
      };
    },

    assignable: async (request) => {
      const { page = 0, limit = 100, textSearch } = request.query;
      const alarm = await alarms.require(reachOf(request), alarmIdOf(request.params.alarmId));
      const found: AlarmUser[] = [];
      for await (const some of alarmAssignees.stream(alarm.tenantId, projectOf(alarm), textSearch)) found.push(...some);
      const wanted = { page, limit: limit === -1 ? Number.MAX_SAFE_INTEGER : limit };
      const shown = found.slice(page * wanted.limit, (page + 1) * wanted.limit);
      return { ...pageOf(shown, found.length, wanted), data: shown.map(alarmUserOf) };
    },
  });
}

const aboutOf = ({ deviceId, deviceName, type }: { deviceId: string; deviceName: string; type: string }) => ({
  originator: { entityType: "DEVICE" as const, id: deviceId },
  originatorName: deviceName,
  type,
});
