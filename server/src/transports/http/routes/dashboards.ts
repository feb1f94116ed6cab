import {
  type DashboardListQuery,
  type DashboardRecord,
  dashboardContentRoutes,
  dashboardRoutes,
  homeDashboardRoutes,
} from "@heliograph/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import {
  type Dashboard,
  type DashboardQuery,
  type Dashboards,
  type DashboardTrash,
  type DashboardVersions,
  dashboardVersionNeeded,
  type HomeDashboards,
  homeDashboardNotSet,
  namesIn,
  settled,
} from "../../../core/dashboards/index.ts";
import type { Projects, Reach } from "../../../core/projects/index.ts";
import type { ReferenceNames } from "../../../core/references/index.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf, reachToAll } from "../access.ts";
import { checkInTurn } from "../check-in-turn.ts";
import { sendJsonTextInTurn } from "../json-text.ts";
import { listBody } from "../list-body.ts";
import {
  dashboardChangeOf,
  dashboardFileOf,
  dashboardIdOf,
  dashboardInfoOf,
  dashboardRecordOf,
  homeInfoOf,
} from "../records/dashboard-record.ts";
import { projectIdOf } from "../records/project-record.ts";

export interface DashboardDependencies {
  readonly dashboards: Dashboards;
  readonly dashboardVersions: DashboardVersions;
  readonly dashboardTrash: DashboardTrash;
  readonly homeDashboards: HomeDashboards;
  readonly referenceNames: ReferenceNames;
  readonly projects: Projects;
  readonly clock: Clock;
}

/** Dashboards as they are [DSH2]. */
export function serveDashboards(
  app: HttpApp,
  { dashboards, dashboardTrash, referenceNames, projects, clock }: DashboardDependencies,
  maxPoints: number,
): void {
  register(app, dashboardRoutes, {
    list: async (request, reply) => {
      const query = await queryOf(projects, reachOf(request), request.query);
      const found = {
        page: (page: PageRequest) => dashboards.list(query, page),
        stream: () => dashboards.stream(query),
      };
      return listBody(reply, request.query, found, dashboardInfoOf);
    },

    some: async (request) => {
      const ids = request.query.dashboardIds.split(",").map(dashboardIdOf);
      return (await dashboards.some(reachOf(request), ids)).map(dashboardInfoOf);
    },

    info: async (request) =>
      dashboardInfoOf(await dashboards.requireHead(reachOf(request), dashboardIdOf(request.params.dashboardId))),

    get: async (request, reply) =>
      sendDashboard(reply, await dashboards.require(reachOf(request), dashboardIdOf(request.params.dashboardId))),

    remove: async (request) => {
      await dashboardTrash.put(reachOf(request), dashboardIdOf(request.params.dashboardId));
      return {};
    },

    exportFile: async (request, reply) => {
      const dashboard = await dashboards.require(reachOf(request), dashboardIdOf(request.params.dashboardId));
      const names = await namesIn(referenceNames, seenBy(request), dashboard.configuration);
      return sendJsonTextInTurn(reply, JSON.stringify(dashboardFileOf(dashboard, names)));
    },

    serverTime: async () => clock(),
    maxDatapointsLimit: async () => maxPoints,
  });
}

/** What brings a whole dashboard has a limit of its own: pictures and five hundred widgets are more than other bodies. */
export function serveDashboardContents(
  app: HttpApp,
  { dashboards, referenceNames }: DashboardDependencies,
  bodyLimit: number,
): void {
  register(
    app,
    dashboardContentRoutes,
    {
      save: async (request, reply) => {
        const [reach, change, { id, version }] = [reachOf(request), dashboardChangeOf(request.body), request.body];
        if (!id) return sendDashboard(reply.code(201), await dashboards.create(reach, change));
        if (version === undefined) throw dashboardVersionNeeded();
        return sendDashboard(reply, await dashboards.save(reach, dashboardIdOf(id.id), change, version));
      },

      importFile: async (request, reply) => {
        const { title, names = {} } = request.body;
        const { projectId } = request.query;
        const configuration = await settled(referenceNames, seenBy(request), request.body.configuration, names);
        const place = projectId === undefined ? null : projectIdOf(projectId);
        const created = await dashboards.create(reachOf(request), { title, configuration, projectId: place });
        return sendDashboard(reply.code(201), created);
      },
    },
    { bodyLimit, preValidation: checkInTurn },
  );
}

/** What opens first [DSH2]. */
export function serveHomeDashboards(app: HttpApp, { dashboards, homeDashboards }: DashboardDependencies): void {
  register(app, homeDashboardRoutes, {
    home: async (request, reply) => {
      const home = await homeDashboards.of(reachOf(request), callerOf(request).userId);
      if (!home) throw homeDashboardNotSet();
      return sendDashboard(reply, await dashboards.require(reachOf(request), home.id));
    },

    homeInfo: async (request) => homeInfoOf(await homeDashboards.of(reachOf(request), callerOf(request).userId)),

    setHome: async (request) => {
      const [reach, { userId }] = [reachOf(request), callerOf(request)];
      await homeDashboards.choose(reach, userId, chosenIn(request.body));
      return homeInfoOf(await homeDashboards.of(reach, userId));
    },

    tenantHomeInfo: async (request) => homeInfoOf(await homeDashboards.ofTenant(reachOf(request))),

    setTenantHome: async (request) => {
      await homeDashboards.chooseForTenant(reachOf(request), chosenIn(request.body));
      return homeInfoOf(await homeDashboards.ofTenant(reachOf(request)));
    },
  });
}

/** What they may know the names of. */
const seenBy = (request: FastifyRequest): Reach => reachToAll(request, ["VIEW_DEVICES"]);

const chosenIn = ({ dashboardId }: { readonly dashboardId?: { readonly id: string } | null }) =>
  dashboardId ? dashboardIdOf(dashboardId.id) : null;

/** Two megabytes are written in turn with other long work [API11]. */
export const sendDashboard = (reply: FastifyReply, dashboard: Dashboard): Promise<DashboardRecord> =>
  sendJsonTextInTurn(reply, JSON.stringify(dashboardRecordOf(dashboard)));

async function queryOf(
  projects: Projects,
  reach: Reach,
  {
    projectId,
    includeDescendants = true,
    textSearch,
    sortProperty = "title",
    sortOrder,
  }: Static<typeof DashboardListQuery>,
): Promise<DashboardQuery> {
  const within =
    projectId === undefined ? reach : await projects.within(reach, projectIdOf(projectId), includeDescendants);
  return {
    tenantId: within.tenantId,
    projects: within.projects,
    textSearch,
    sortProperty,
    descending: sortOrder === "DESC",
  };
}
