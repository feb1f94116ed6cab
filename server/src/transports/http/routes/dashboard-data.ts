import { dashboardDataRoutes, type Permission } from "@heliograph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { permissionDenied } from "../../../core/access/index.ts";
import type { MaintenanceWindows } from "../../../core/alarms/index.ts";
import type { DashboardData, DataReader } from "../../../core/dashboard-data/index.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { alarmReachOf, callerOf, reachOf, reachToAll } from "../access.ts";
import type { AnswerUnderWay } from "../answer-under-way.ts";
import { alarmInfoRecordOf } from "../records/alarm-record.ts";
import { deviceRecordOf } from "../records/device-record.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { streamedText } from "../streamed-text.ts";
import { dataLines, type LineTerms } from "../telemetry/data-lines.ts";

export interface DashboardDataDependencies {
  readonly dashboardData: DashboardData;
  readonly maintenance: MaintenanceWindows;
  readonly clock: Clock;
}

/** All that a page shows, as one stream of lines [DSH4]. */
export function serveDashboardData(app: HttpApp, dependencies: DashboardDataDependencies): void {
  const { dashboardData, maintenance, clock } = dependencies;

  register(app, dashboardDataRoutes, {
    data: async (request, reply) => {
      const windows = await maintenance.on(reachOf(request).tenantId);
      const answer = request.beginAnswer();
      const seesAlarms = alarmReachOf(request);
      if (seesAlarms && callerOf(request).permissions.has("VIEW_ALARMS")) answer.needs(["VIEW_ALARMS"]);
      const terms: LineTerms = {
        deviceRecordOf: (device) => deviceRecordOf(device, seesAlarms),
        alarmRecordOf: (alarm) => alarmInfoRecordOf(alarm, windows, clock()),
        fileRecordOf,
        idOf: (deviceId) => deviceId,
      };
      const pieces = dashboardData.answer(readerOf(request, reply, answer), request.body);
      const body = await streamedText(dataLines(pieces, terms));
      void reply.type("application/jsonl; charset=utf-8");
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}

/** Who asks, for as long as they listen. */
function readerOf(request: FastifyRequest, reply: FastifyReply, answer: AnswerUnderWay): DataReader {
  const reachTo = (needed: readonly Permission[]) => heldReach(request, needed);
  return notedIn(answer, { gone: goneWith(reply), reachTo });
}

/** What is read is known to the answer it is read for: it is cut off when one of that is lost [AUTH8, PRJ1]. */
export const notedIn = (answer: AnswerUnderWay, { reachTo, ...reader }: DataReader): DataReader => ({
  ...reader,
  reachTo: (needed) => {
    const reach = reachTo(needed);
    answer.needs(needed);
    return reach;
  },
  found: (devices) => answer.tellsOf(devices.map(({ id }) => id)),
});

/** Aborted when nobody waits for the answer any more. */
export function goneWith(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  return gone.signal;
}

function heldReach(request: FastifyRequest, needed: readonly Permission[]) {
  const { permissions } = callerOf(request);
  const missing = needed.filter((one) => !permissions.has(one));
  if (missing.length > 0) throw permissionDenied(missing);
  return reachToAll(request, needed);
}
