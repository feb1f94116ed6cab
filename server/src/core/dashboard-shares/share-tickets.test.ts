import type { Permission } from "@heliograph/contract";
import { emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { AuthorityId, DashboardId, UserId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { type Reach, reaches } from "../projects/index.ts";
import { shareGone } from "./errors.ts";
import { OpenShares } from "./open-shares.ts";
import { ShareTickets } from "./share-tickets.ts";

const dashboardId = "784f394c-42b6-435a-983c-b7beff2784f9" as DashboardId;
const by = { userId: "u" as UserId, authorityId: "a" as AuthorityId, keyId: null, visitId: null };
const reach = { tenantId: "t", projects: "all" } as never;

/** Links of a tenant whose one user may do this, and a clock that can be set. */
function around(permissions: readonly Permission[]) {
  const time = { now: 1_000 };
  const dashboard = {
    id: dashboardId,
    version: 3,
    projectId: null,
    title: "Pumps",
    configuration: emptyConfiguration(),
  };
  const clock = () => epochMs(time.now);
  const tickets = new ShareTickets({ dashboards: { require: async () => dashboard as never }, clock });
  const grants = [{ permissions: new Set(permissions), projects: "all" }];
  const standing = { tenantId: "t", permissions: new Set(permissions), grants };
  const opens = new OpenShares({
    ...{
      tickets,
      clock,
      requestsPerMinute: 10,
      aliasKey: Buffer.alloc(32),
      mapRequestsPerMinute: 10,
      dashboards: { requireHead: async () => dashboard as never },
    },
    store: { findByHash: async () => undefined, findById: async () => undefined } as never,
    versions: {
      require: async (by: Reach) => {
        if (!reaches(by, null)) throw shareGone(); // as a dashboard out of reach
        return dashboard as never;
      },
    },
    callers: { standingOf: async () => standing as never },
    passwords: { isOpenedBy: () => true } as never,
    guesses: { refusalOf: async (_: string, refusal: Error) => refusal } as never,
  });
  const issue = () => tickets.issue(by, reach, { dashboardId, variables: {} }, { from: 1, to: 2, lastsMs: 60_000 });
  const open = async (path: string) => {
    const shown = { token: path.split("#")[1] ?? "", pass: undefined, address: "127.0.0.1" };
    return opens.open(shown).then(
      ({ share }) => share.terms.time,
      (error: { code: string }) => error.code,
    );
  };
  return { time, tickets, issue, open };
}

test("[SCH2, DSH6] a ticket opens its dashboard for its time, without the right to share, until it is over", async () => {
  const { time, issue, open } = around(["VIEW_DASHBOARDS"]);
  const [first, second] = [await issue(), await issue()];

  expect(await open(first.path)).toEqual({ kind: "FIXED", from: "1", to: "2" });
  first[Symbol.dispose]();
  expect([await open(first.path), await open(second.path)]).toEqual(["SHARE_GONE", expect.anything()]);
  time.now += 60_000;
  expect(await open(second.path)).toBe("SHARE_GONE");
});

test("[SCH2, DSH6] a ticket of somebody who may not see dashboards any more opens nothing, nor does a made up one", async () => {
  const { issue, open } = around(["VIEW_DEVICES"]);

  expect(await open((await issue()).path)).toBe("SHARE_GONE");
  expect(await open(`/s/1?print#hgs_${"A".repeat(43)}`)).toBe("SHARE_GONE");
});
