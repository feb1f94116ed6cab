import { alarmSilenceRoutes } from "@heliograph/contract";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { alarmIdOf, alarmInfoRecordOf } from "../records/alarm-record.ts";
import { windowIdOf, windowPropertiesOf, windowRecordOf } from "../records/maintenance-window-record.ts";
import type { AlarmDependencies } from "./alarms.ts";

/** Shelving and maintenance windows [ALM3]. */
export function serveAlarmSilence(app: HttpApp, { shelving, maintenance, clock }: AlarmDependencies): void {
  register(app, alarmSilenceRoutes, {
    shelve: async (request) => {
      const { until, reason } = request.body;
      const id = alarmIdOf(request.params.alarmId);
      const alarm = await shelving.shelve(reachOf(request), id, { until: epochMs(until), reason });
      return alarmInfoRecordOf(alarm, await maintenance.on(alarm.tenantId), clock());
    },

    unshelve: async (request) => {
      const alarm = await shelving.unshelve(reachOf(request), alarmIdOf(request.params.alarmId));
      return alarmInfoRecordOf(alarm, await maintenance.on(alarm.tenantId), clock());
    },

    windows: async (request, reply) => {
      const [reach, now] = [reachOf(request), clock()];
      const source = {
        page: async (page: PageRequest) => {
          const all = await maintenance.list(reach);
          return pageOf(all.slice(page.page * page.limit, (page.page + 1) * page.limit), all.length, page);
        },
        stream: async function* () {
          yield await maintenance.list(reach);
        },
      };
      return listBody(reply, request.query, source, (window) => windowRecordOf(window, now));
    },

    windowCalendar: async (request) => {
      const { startTs, endTs } = request.query;
      const found = await maintenance.calendar(reachOf(request), { from: epochMs(startTs), to: epochMs(endTs) });
      return found.map(({ window: { id, name }, spans }) => ({
        ...{ windowId: { entityType: "MAINTENANCE_WINDOW" as const, id }, name, spans: [...spans] },
      }));
    },

    window: async (request) =>
      windowRecordOf(await maintenance.require(reachOf(request), windowIdOf(request.params.windowId)), clock()),

    saveWindow: async (request, reply) => {
      const [reach, properties] = [reachOf(request), windowPropertiesOf(request.body)];
      const id = request.body.id?.id;
      if (id !== undefined) {
        return reply.send(windowRecordOf(await maintenance.update(reach, windowIdOf(id), properties), clock()));
      }
      return reply.code(201).send(windowRecordOf(await maintenance.create(reach, properties), clock()));
    },

    removeWindow: async (request) => {
      await maintenance.remove(reachOf(request), windowIdOf(request.params.windowId));
      return {};
    },
  });
}
