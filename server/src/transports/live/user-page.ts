import type { WatchPageFrame } from "@heliograph/contract";
import { type Principal, permissionDenied, reachFor, tenantNeeded } from "../../core/access/index.ts";
import type { DashboardData, DataReader, WatchedRequest } from "../../core/dashboard-data/index.ts";
import type { PageReader } from "./page-subscription.ts";

/** A page as somebody sees it who is logged in, with what they may see at each moment [DSH4]. */
export function userPage(
  { watch, variables = {} }: WatchPageFrame,
  dashboardData: Pick<DashboardData, "watched">,
  principal: () => Principal | undefined,
): Pick<PageReader, "choose" | "idOf"> {
  const queries: WatchedRequest["queries"] = Object.fromEntries(
    watch.map(({ devices, keys }, at) => [`q${at}`, { kind: "LATEST", devices, keys }] as const),
  );
  return { choose: () => dashboardData.watched(readerOf(principal()), { queries, variables }), idOf: (id) => id };
}

const staying = new AbortController().signal;

const readerOf = (principal: Principal | undefined): DataReader => ({
  gone: staying,
  reachTo: (needed) => {
    const missing = needed.filter((one) => !principal?.permissions.has(one));
    if (!principal || missing.length > 0) throw permissionDenied(missing);
    const reach = reachFor(principal, needed);
    if (!reach) throw tenantNeeded();
    return reach;
  },
});
