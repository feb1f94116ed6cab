import { createRoute } from "@tanstack/react-router";
import { type DashboardSearch, dashboardSearchOf } from "../dashboards/dashboard-search.ts";
import { lazyPage } from "../shell/lazy-page.tsx";
import { pageNeeds } from "../shell/page-needs.ts";
import { inOwnTenant, root } from "./root-route.ts";

const dashboards = createRoute({
  getParentRoute: () => root,
  path: "/dashboards",
  staticData: { needs: pageNeeds.dashboards },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/dashboards/dashboards-page.tsx"), "DashboardsPage"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboards/$dashboardId",
  staticData: { needs: pageNeeds.dashboards },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DashboardSearch => dashboardSearchOf(search),
  component: lazyPage(() => import("../pages/dashboards/dashboard-page.tsx"), "DashboardPage"),
});

const dashboardEditor = createRoute({
  getParentRoute: () => root,
  path: "/dashboards/$dashboardId/edit",
  staticData: { needs: pageNeeds.dashboardEditor },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DashboardSearch => dashboardSearchOf(search),
  component: lazyPage(() => import("../pages/dashboards/editor-page.tsx"), "EditorPage"),
});

const dashboardTrash = createRoute({
  getParentRoute: () => root,
  path: "/dashboards/trash",
  staticData: { needs: pageNeeds.dashboardEditor },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/dashboards/trash-page.tsx"), "TrashPage"),
});

export const dashboardRoutes = [dashboards, dashboard, dashboardEditor, dashboardTrash] as const;
