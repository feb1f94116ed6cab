import { createRoute } from "@tanstack/react-router";
import { type CalculatedSearch, calculatedSearchOf } from "../pages/calculated-channels/calculated-search.ts";
import { type ReportSearch, reportSearchOf } from "../pages/reports/report-search.ts";
import { type NewRuleSearch, newRuleSearchOf, type RuleSearch, ruleSearchOf } from "../pages/rules/rule-search.ts";
import {
  type NewScheduleSearch,
  newScheduleSearchOf,
  type ScheduleSearch,
  scheduleSearchOf,
} from "../pages/schedules/schedule-search.ts";
import { lazyPage } from "../shell/lazy-page.tsx";
import { pageNeeds } from "../shell/page-needs.ts";
import { inOwnTenant, root } from "./root-route.ts";

const rules = createRoute({
  getParentRoute: () => root,
  path: "/rules",
  staticData: { needs: pageNeeds.rules },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/rules/rules-page.tsx"), "RulesPage"),
});

const newRule = createRoute({
  getParentRoute: () => root,
  path: "/rules/new",
  staticData: { needs: pageNeeds.rules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): NewRuleSearch => newRuleSearchOf(search),
  component: lazyPage(() => import("../pages/rules/editor/new-rule-page.tsx"), "NewRulePage"),
});

const rule = createRoute({
  getParentRoute: () => root,
  path: "/rules/$ruleId",
  staticData: { needs: pageNeeds.rules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): RuleSearch => ruleSearchOf(search),
  component: lazyPage(() => import("../pages/rules/editor/rule-page.tsx"), "RulePage"),
});

const calculatedChannels = createRoute({
  getParentRoute: () => root,
  path: "/calculated",
  staticData: { needs: pageNeeds.calculated },
  beforeLoad: inOwnTenant,
  validateSearch: (search): CalculatedSearch => calculatedSearchOf(search),
  component: lazyPage(
    () => import("../pages/calculated-channels/calculated-channels-page.tsx"),
    "CalculatedChannelsPage",
  ),
});

const newCalculated = createRoute({
  getParentRoute: () => root,
  path: "/calculated/new",
  staticData: { needs: pageNeeds.calculated },
  beforeLoad: inOwnTenant,
  validateSearch: (search): CalculatedSearch => calculatedSearchOf(search),
  component: lazyPage(() => import("../pages/calculated-channels/editor/new-calculated-page.tsx"), "NewCalculatedPage"),
});

const calculatedChannel = createRoute({
  getParentRoute: () => root,
  path: "/calculated/$channelId",
  staticData: { needs: pageNeeds.calculated },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/calculated-channels/editor/calculated-page.tsx"), "CalculatedPage"),
});

const schedules = createRoute({
  getParentRoute: () => root,
  path: "/schedules",
  staticData: { needs: pageNeeds.schedules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): ScheduleSearch => scheduleSearchOf(search),
  component: lazyPage(() => import("../pages/schedules/schedules-page.tsx"), "SchedulesPage"),
});

const newSchedule = createRoute({
  getParentRoute: () => root,
  path: "/schedules/new",
  staticData: { needs: pageNeeds.schedules },
  beforeLoad: inOwnTenant,
  validateSearch: (search): NewScheduleSearch => newScheduleSearchOf(search),
  component: lazyPage(() => import("../pages/schedules/editor/new-schedule-page.tsx"), "NewSchedulePage"),
});

const schedule = createRoute({
  getParentRoute: () => root,
  path: "/schedules/$scheduleId",
  staticData: { needs: pageNeeds.schedules },
  beforeLoad: inOwnTenant,
  component: lazyPage(() => import("../pages/schedules/editor/schedule-page.tsx"), "SchedulePage"),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  staticData: { needs: pageNeeds.reports },
  beforeLoad: inOwnTenant,
  validateSearch: (search): ReportSearch => reportSearchOf(search),
  component: lazyPage(() => import("../pages/reports/reports-page.tsx"), "ReportsPage"),
});

/** What a node does by itself. */
export const automationRoutes = [
  rules,
  newRule,
  rule,
  calculatedChannels,
  newCalculated,
  calculatedChannel,
  schedules,
  newSchedule,
  schedule,
  reports,
] as const;
