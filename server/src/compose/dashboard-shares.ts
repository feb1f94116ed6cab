import type { Database } from "../adapters/sql/database.ts";
import { SqlDashboardShareStore } from "../adapters/sql/stores/dashboard-share-store.ts";
import { KeyGuesses, LoginThrottle } from "../core/access/index.ts";
import type { DashboardData } from "../core/dashboard-data/index.ts";
import {
  DashboardShares,
  OpenShares,
  SharedData,
  SharePasswords,
  type ShareTickets,
  shareThrottled,
} from "../core/dashboard-shares/index.ts";
import type { DeviceTypes } from "../core/device-types/index.ts";
import { steadyClock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import { type Administration, throttleLimits } from "./administration.ts";
import type { DashboardRooms } from "./dashboards.ts";

/** Links to dashboards: for those who make them, and for those who have one [DSH6]. */
export interface DashboardShareRooms {
  readonly dashboardShares: DashboardShares;
  readonly openShares: OpenShares;
  readonly sharedData: SharedData;
}

interface Around extends Administration, DashboardRooms {
  readonly database: Database;
  readonly deviceTypes: DeviceTypes;
  readonly dashboardData: DashboardData;
  readonly tickets: ShareTickets;
}

export function composeDashboardShares(config: Config, around: Around): DashboardShareRooms {
  const {
    database,
    tickets,
    callers,
    clock,
    hasher,
    failedLogins: failures,
    dashboards,
    dashboardVersions: versions,
  } = around;
  const store = new SqlDashboardShareStore(database);
  const throttle = () => new LoginThrottle(throttleLimits(config));
  const passwords = new SharePasswords({
    ...{ hasher, failures, clock: steadyClock, throttle: throttle(), guessesPerHour: config.shareGuesses },
    lockouts: new LoginThrottle({ ...throttleLimits(config), forgetAfterMs: config.shareLockout }),
  });
  const guesses = new KeyGuesses(
    { throttle: throttle(), failures, clock: steadyClock },
    { named: "(a link)", what: "share", throttled: shareThrottled },
  );
  const { aliasKey } = around;
  const limits = {
    requestsPerMinute: config.shareRequests,
    mapRequestsPerMinute: config.shareMapRequests,
    perDashboard: config.sharesPerDashboard,
  };
  const opens = new OpenShares({
    ...{ store, tickets, versions, dashboards, callers, passwords, guesses, clock, aliasKey, ...limits },
  });
  return {
    openShares: opens,
    sharedData: new SharedData(around),
    dashboardShares: new DashboardShares({ ...around, store, versions, opens, passwords, ...limits }),
  };
}
