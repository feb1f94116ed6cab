import { scheduleRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import {
  forecastOf,
  type ScheduleEditor,
  type Schedules,
  scheduleVersionNeeded,
} from "../../../core/schedules/index.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { listOfAll } from "../list-of-all.ts";
import { runRecordOf, scheduleIdOf, schedulePropertiesOf, scheduleRecordOf } from "../records/schedule-record.ts";

export interface ScheduleDependencies {
  readonly schedules: Schedules;
  readonly clock: Clock;
}

const editorOf = (request: FastifyRequest): ScheduleEditor => {
  const by = callerOf(request);
  return { by, userId: by.userId, reach: reachOf(request), address: request.ip };
};

/** What runs by the clock [SCH1]. */
export function serveSchedules(app: HttpApp, { schedules, clock }: ScheduleDependencies): void {
  register(app, scheduleRoutes, {
    list: async (request, reply) => {
      const { textSearch, enabled } = request.query;
      const found = () => schedules.list(editorOf(request), { textSearch, enabled });
      return listBody(reply, request.query, listOfAll(found), scheduleRecordOf);
    },

    calendar: async (request) => {
      const { startTs, endTs } = request.query;
      const entries = await schedules.calendar(editorOf(request), epochMs(startTs), epochMs(endTs));
      return entries.map(({ schedule, times, more, runs }) => ({
        scheduleId: { entityType: "SCHEDULE" as const, id: schedule.id },
        ...{ times: [...times], more, runs: runs.map(runRecordOf) },
      }));
    },

    forecast: async (request) => forecastOf(request.body, clock()),

    save: async (request, reply) => {
      const [editor, { id, version }] = [editorOf(request), request.body];
      const properties = schedulePropertiesOf(request.body);
      if (id === undefined) return reply.code(201).send(scheduleRecordOf(await schedules.create(editor, properties)));
      if (version === undefined) throw scheduleVersionNeeded();
      return reply.send(
        scheduleRecordOf(await schedules.update(editor, scheduleIdOf(id.id), version, () => properties)),
      );
    },

    get: async (request) =>
      scheduleRecordOf(await schedules.require(editorOf(request), scheduleIdOf(request.params.scheduleId))),

    setEnabled: async (request) => {
      const { enabled, version } = request.body;
      const id = scheduleIdOf(request.params.scheduleId);
      const switched = schedules.update(editorOf(request), id, version, (before) => ({ ...before, enabled }));
      return scheduleRecordOf(await switched);
    },

    remove: async (request) => {
      await schedules.remove(editorOf(request), scheduleIdOf(request.params.scheduleId));
      return {};
    },

    run: async (request, reply) => {
      const run = await schedules.runNow(editorOf(request), scheduleIdOf(request.params.scheduleId));
      return reply.code(202).send(runRecordOf(run));
    },

    runs: async (request, reply) => {
      const [editor, id] = [editorOf(request), scheduleIdOf(request.params.scheduleId)];
      const page = (wanted: PageRequest) => schedules.runs(editor, id, wanted);
      return listBody(reply, request.query, { page, stream: () => eachPage(page) }, runRecordOf);
    },
  });
}

const streamedAtOnce = 500;

async function* eachPage<T>(page: (wanted: PageRequest) => Promise<{ data: readonly T[]; hasNext: boolean }>) {
  for (let at = 0; ; at++) {
    const { data, hasNext } = await page({ page: at, limit: streamedAtOnce });
    if (data.length > 0) yield data;
    if (!hasNext) return;
  }
}
