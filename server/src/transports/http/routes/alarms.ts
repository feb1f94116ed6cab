import { alarmCommentRoutes, alarmHandlingRoutes, alarmRoutes } from "@heliograph/contract";
import type {
  AlarmAssignees,
  AlarmComments,
  AlarmHandling,
  AlarmInfo,
  Alarms,
  MaintenanceWindows,
  Shelving,
} from "../../../core/alarms/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import type { Projects } from "../../../core/projects/index.ts";
import type { AlarmCommentId } from "../../../kernel/ids.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { commentRecordOf } from "../records/alarm-comment-record.ts";
import {
  alarmIdOf,
  alarmInfoRecordOf,
  alarmRecordOf,
  alarmsOutcomeOf,
  wantedAlarmOf,
} from "../records/alarm-record.ts";
import { userIdOf } from "../route-ids.ts";

export interface AlarmDependencies {
  readonly alarms: Alarms;
  readonly alarmHandling: AlarmHandling;
  readonly alarmComments: AlarmComments;
  readonly alarmAssignees: AlarmAssignees;
  readonly shelving: Shelving;
  readonly maintenance: MaintenanceWindows;
  readonly devices: Devices;
  readonly projects: Projects;
  readonly clock: Clock;
}

/** One alarm, and what people do with alarms [ALM1, ALM2]. */
export function serveAlarms(app: HttpApp, dependencies: AlarmDependencies): void {
  const { alarms, alarmHandling: handling, shelving, maintenance, clock } = dependencies;
  const infoOf = async (alarm: AlarmInfo) => alarmInfoRecordOf(alarm, await maintenance.on(alarm.tenantId), clock());

  register(app, alarmRoutes, {
    save: async (request) => alarmRecordOf(await handling.save(reachOf(request), wantedAlarmOf(request.body))),
    get: async (request) => alarmRecordOf(await alarms.require(reachOf(request), alarmIdOf(request.params.alarmId))),
    info: async (request) => infoOf(await alarms.require(reachOf(request), alarmIdOf(request.params.alarmId))),
    remove: async (request, reply) => {
      await handling.remove(reachOf(request), alarmIdOf(request.params.alarmId));
      return reply.type("application/json").send(true);
    },
  });

  register(app, alarmHandlingRoutes, {
    acknowledge: async (request) =>
      infoOf(await handling.acknowledge(reachOf(request), alarmIdOf(request.params.alarmId))),
    clear: async (request) => infoOf(await handling.clear(reachOf(request), alarmIdOf(request.params.alarmId))),
    assign: async (request) => {
      const { alarmId, userId } = request.params;
      return alarmRecordOf(await handling.assign(reachOf(request), alarmIdOf(alarmId), userIdOf(userId)));
    },
    unassign: async (request) =>
      alarmRecordOf(await handling.assign(reachOf(request), alarmIdOf(request.params.alarmId), null)),
    acknowledgeMany: async (request) =>
      alarmsOutcomeOf(await handling.acknowledgeMany(reachOf(request), request.body.alarmIds.map(alarmIdOf))),
    clearMany: async (request) =>
      alarmsOutcomeOf(await handling.clearMany(reachOf(request), request.body.alarmIds.map(alarmIdOf))),
    assignMany: async (request) => {
      const { alarmIds, assigneeId } = request.body;
      const to = assigneeId ? userIdOf(assigneeId.id) : null;
      return alarmsOutcomeOf(await handling.assignMany(reachOf(request), alarmIds.map(alarmIdOf), to));
    },
    shelveMany: async (request) => {
      const { alarmIds, until, reason } = request.body;
      const wanted = { until: epochMs(until), reason };
      return alarmsOutcomeOf(await shelving.shelveMany(reachOf(request), alarmIds.map(alarmIdOf), wanted));
    },
  });
}

/** What people say about an alarm [ALM2]. */
export function serveAlarmComments(app: HttpApp, { alarmComments: comments }: AlarmDependencies): void {
  register(app, alarmCommentRoutes, {
    comments: async (request) => {
      const { page = 0, limit = 100, sortOrder = "DESC" } = request.query;
      const wanted: PageRequest = { page, limit: limit === -1 ? Number.MAX_SAFE_INTEGER : limit };
      const id = alarmIdOf(request.params.alarmId);
      const found = await comments.list(reachOf(request), id, sortOrder === "DESC", wanted);
      return { ...found, data: found.data.map(commentRecordOf) };
    },

    comment: async (request) => {
      const [reach, id, by] = [reachOf(request), alarmIdOf(request.params.alarmId), callerOf(request).userId];
      const { id: known, comment } = request.body;
      if (known === undefined) return commentRecordOf(await comments.add(reach, id, by, comment.text));
      return commentRecordOf(await comments.edit(reach, id, commentIdOf(known.id), by, comment.text));
    },

    removeComment: async (request) => {
      const { alarmId, commentId } = request.params;
      const by = callerOf(request).userId;
      await comments.remove(reachOf(request), alarmIdOf(alarmId), commentIdOf(commentId), by);
      return {};
    },
  });
}

const commentIdOf = (text: string): AlarmCommentId => text.toLowerCase() as AlarmCommentId;
