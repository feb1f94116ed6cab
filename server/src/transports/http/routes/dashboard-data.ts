import { dashboardDataRoutes, type Permission } from "@heliograph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { permissionDenied } from "../../../core/access/index.ts";
import type { MaintenanceWindows } from "../../../core/alarms/index.ts";
import type { DashboardData, DataReader } from "../../../core/dashboard-data/index.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { alarmReachOf, callerOf, reachOf, reachToAll } from "../access.ts";
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
      const seesAlarms = alarmReachOf(request);
      const terms: LineTerms = {
        deviceRecordOf: (device) => deviceRecordOf(device, seesAlarms),
        alarmRecordOf: (alarm) => alarmInfoRecordOf(alarm, windows, clock()),
        fileRecordOf,
        idOf: (deviceId) => deviceId,
      };
      const pieces = dashboardData.answer(readerOf(request, reply), request.body);
      const body = await streamedText(dataLines(pieces, terms));
      void reply.type("application/jsonl; charset=utf-8");
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}

/** Who asks, for as long as they listen. */
function readerOf(request: FastifyRequest, reply: FastifyReply): DataReader {
  return { gone: goneWith(reply), reachTo: (needed) => heldReach(request, needed) };
}

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
