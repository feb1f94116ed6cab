import { dashboardShareRoutes } from "@heliograph/contract";
import type { DashboardShares } from "../../../core/dashboard-shares/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { dashboardIdOf } from "../records/dashboard-record.ts";
import { newShareOf, shareIdOf, shareRecordOf } from "../records/share-record.ts";

export interface DashboardShareDependencies {
  readonly dashboardShares: DashboardShares;
}

/** Links to a dashboard, for those who may share it [DSH6]. */
export function serveDashboardShares(app: HttpApp, { dashboardShares }: DashboardShareDependencies): void {
  register(app, dashboardShareRoutes, {
    shares: async (request) =>
      (await dashboardShares.list(reachOf(request), dashboardIdOf(request.params.dashboardId))).map(shareRecordOf),

    share: async (request, reply) => {
      const id = dashboardIdOf(request.params.dashboardId);
      const wanted = newShareOf(request.body);
      const { share, token } = await dashboardShares.create(reachOf(request), callerOf(request), id, wanted);
      void reply.code(201);
      return { ...shareRecordOf(share), token };
    },

    showVersion: async (request) => {
      const { dashboardId, shareId } = request.params;
      const [id, share] = [dashboardIdOf(dashboardId), shareIdOf(shareId)];
      const { version } = request.body;
      return shareRecordOf(await dashboardShares.showVersion(reachOf(request), callerOf(request), id, share, version));
    },

    revokeShare: async (request) => {
      const { dashboardId, shareId } = request.params;
      await dashboardShares.revoke(reachOf(request), dashboardIdOf(dashboardId), shareIdOf(shareId));
      return {};
    },
  });
}
