import { dashboardTrashRoutes, dashboardVersionRoutes } from "@heliograph/contract";
import type { PageRequest } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { sendJsonTextInTurn } from "../json-text.ts";
import {
  dashboardIdOf,
  dashboardInfoOf,
  trashedRecordOf,
  versionInfoOf,
  versionRecordOf,
} from "../records/dashboard-record.ts";
import { type DashboardDependencies, sendDashboard } from "./dashboards.ts";

/** What dashboards were before, and those that were deleted [DSH2]. */
export function serveDashboardHistory(app: HttpApp, dependencies: DashboardDependencies): void {
  const { dashboards, dashboardVersions: versions, dashboardTrash: trash } = dependencies;

  register(app, dashboardVersionRoutes, {
    versions: async (request) => {
      const kept = await versions.list(reachOf(request), dashboardIdOf(request.params.dashboardId));
      return kept.map(versionInfoOf);
    },

    version: async (request, reply) => {
      const { dashboardId, version } = request.params;
      const found = await versions.require(reachOf(request), dashboardIdOf(dashboardId), version);
      return sendJsonTextInTurn(reply, JSON.stringify(versionRecordOf(found)));
    },

    diff: async (request, reply) => {
      const { from, to } = request.query;
      const diff = await versions.diff(reachOf(request), dashboardIdOf(request.params.dashboardId), from, to);
      return sendJsonTextInTurn(reply, JSON.stringify(diff));
    },

    restore: async (request, reply) => {
      const { restore, version } = request.body;
      const id = dashboardIdOf(request.params.dashboardId);
      return sendDashboard(reply, await dashboards.restore(reachOf(request), id, restore, version));
    },
  });

  register(app, dashboardTrashRoutes, {
    trash: async (request) => {
      const { page = 0, limit = 100 } = request.query;
      const wanted: PageRequest = { page, limit: limit === -1 ? Number.MAX_SAFE_INTEGER : limit };
      const found = await trash.list(reachOf(request), wanted);
      return { ...found, data: found.data.map((one) => trashedRecordOf(one, trash.keepMs)) };
    },

    takeBack: async (request) =>
      dashboardInfoOf(await trash.takeBack(reachOf(request), dashboardIdOf(request.params.trashedDashboardId))),

    purge: async (request) => {
      await trash.purge(reachOf(request), dashboardIdOf(request.params.trashedDashboardId));
      return {};
    },
  });
}
