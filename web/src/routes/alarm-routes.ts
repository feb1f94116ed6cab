import { createRoute } from "@tanstack/react-router";
import { type AlarmSearch, alarmSearchOf } from "../pages/alarms/alarm-search.ts";
import { type InboxSearch, inboxSearchOf } from "../pages/inbox/inbox-search.ts";
import { type DeliverySearch, deliverySearchOf } from "../pages/notifications/deliveries/delivery-search.ts";
import { lazyPage } from "../shell/lazy-page.tsx";
import { pageNeeds } from "../shell/page-needs.ts";
import { inOwnTenant, root } from "./root-route.ts";

const alarms = createRoute({
  getParentRoute: () => root,
  path: "/alarms",
  staticData: { needs: pageNeeds.alarms },
  beforeLoad: inOwnTenant,
  validateSearch: (search): AlarmSearch => alarmSearchOf(search),
  component: lazyPage(() => import("../pages/alarms/alarms-page.tsx"), "AlarmsPage"),
});

const maintenance = createRoute({
  getParentRoute: () => root,
  path: "/maintenance",
  staticData: { needs: pageNeeds.maintenance },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/maintenance/maintenance-page.tsx"), "MaintenancePage"),
});

const policies = createRoute({
  getParentRoute: () => root,
  path: "/notifications",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/notifications/policies/policies-page.tsx"), "PoliciesPage"),
});

const newPolicy = createRoute({
  getParentRoute: () => root,
  path: "/notifications/policies/new",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/notifications/policies/policy-page.tsx"), "NewPolicyPage"),
});

const policy = createRoute({
  getParentRoute: () => root,
  path: "/notifications/policies/$policyId",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/notifications/policies/policy-page.tsx"), "PolicyPage"),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: "/notifications/webhooks",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/notifications/webhooks/webhooks-page.tsx"), "WebhooksPage"),
});

const deliveries = createRoute({
  getParentRoute: () => root,
  path: "/notifications/deliveries",
  staticData: { needs: pageNeeds.notifications },
  beforeLoad: inOwnTenant,
  validateSearch: (search): DeliverySearch => deliverySearchOf(search),
  component: lazyPage(() => import("../pages/notifications/deliveries/deliveries-page.tsx"), "DeliveriesPage"),
});

/** One's own: whoever is in a tenant has one. */
const inbox = createRoute({
  getParentRoute: () => root,
  path: "/notifications/inbox",
  beforeLoad: inOwnTenant,
  validateSearch: (search): InboxSearch => inboxSearchOf(search),
  component: lazyPage(() => import("../pages/inbox/inbox-page.tsx"), "InboxPage"),
});

/** Alarms, and who is told of them. */
export const alarmRoutes = [alarms, maintenance, policies, newPolicy, policy, webhooks, deliveries, inbox] as const;
