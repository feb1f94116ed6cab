import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../shell/lazy-page.tsx";
import { pageNeeds } from "../shell/page-needs.ts";
import { type TimeChoice, timeChoiceOf } from "../time-range/shown-time.ts";
import { inOwnTenant, root } from "./root-route.ts";

const types = createRoute({
  getParentRoute: () => root,
  path: "/types",
  staticData: { needs: pageNeeds.types },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/device-types/types-page.tsx"), "TypesPage"),
});

const type = createRoute({
  getParentRoute: () => root,
  path: "/types/$typeId",
  staticData: { needs: pageNeeds.types },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/device-types/type-page.tsx"), "TypePage"),
});

const projects = createRoute({
  getParentRoute: () => root,
  path: "/projects",
  staticData: { needs: pageNeeds.projects },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/projects/projects-page.tsx"), "ProjectsPage"),
});

const users = createRoute({
  getParentRoute: () => root,
  path: "/users",
  staticData: { needs: pageNeeds.users },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/users/users-page.tsx"), "UsersPage"),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: "/roles",
  staticData: { needs: pageNeeds.roles },
  component: lazyPage(() => import("../pages/users/roles-page.tsx"), "RolesPage"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  staticData: { needs: pageNeeds.audit },
  validateSearch: (search): TimeChoice => timeChoiceOf(search),
  component: lazyPage(() => import("../pages/audit/audit-page.tsx"), "AuditPage"),
});

const jobs = createRoute({
  getParentRoute: () => root,
  path: "/jobs",
  staticData: { needs: pageNeeds.jobs },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/jobs/jobs-page.tsx"), "JobsPage"),
});

const tenants = createRoute({
  getParentRoute: () => root,
  path: "/tenants",
  staticData: { needs: pageNeeds.tenants },
  component: lazyPage(() => import("../pages/tenants/tenants-page.tsx"), "TenantsPage"),
});

const tenantUsers = createRoute({
  getParentRoute: () => root,
  path: "/tenants/$tenantId/users",
  staticData: { needs: pageNeeds.users },
  component: lazyPage(() => import("../pages/tenants/tenant-users-page.tsx"), "TenantUsersPage"),
});

const tenantSettings = createRoute({
  getParentRoute: () => root,
  path: "/tenants/$tenantId/settings",
  staticData: { needs: pageNeeds.settings },
  component: lazyPage(() => import("../pages/tenants/tenant-settings-page.tsx"), "TenantSettingsPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  staticData: { needs: pageNeeds.settings },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/tenants/settings-page.tsx"), "SettingsPage"),
});

export const administrationRoutes = [
  types,
  type,
  projects,
  users,
  roles,
  audit,
  jobs,
  tenants,
  tenantUsers,
  tenantSettings,
  settings,
] as const;
