import type { ShareVariable } from "@heliograph/contract";
import { type DashboardId, newId, randomToken, type ShareId } from "../../kernel/ids.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import type { Absent } from "../access/index.ts";
import type { Dashboard, Dashboards } from "../dashboards/index.ts";
import type { Reach } from "../projects/index.ts";
import type { DashboardShare, Ticket } from "./share.ts";
import { hashOf, sharePrefix, tokenBytes } from "./share-token.ts";
import { requireTerms } from "./shared-variables.ts";

interface TicketParts {
  readonly dashboards: Pick<Dashboards, "require">;
  readonly clock: Clock;
}

/** Which dashboard, and what is to be seen of it. */
interface TicketWish {
  readonly dashboardId: DashboardId;
  readonly variables: Readonly<Record<string, ShareVariable>>;
}

interface Shown {
  readonly from: number;
  readonly to: number;
  /** It is over after this at the latest. */
  readonly lastsMs: number;
}

/** A ticket: where it leads, with its secret, and what came of it. Disposed it leads nowhere. */
interface IssuedTicket extends Disposable {
  readonly path: string;
  readonly dashboard: Dashboard;
  readonly shown: Ticket["shown"];
}

/**
 * Links for the node itself [SCH2]: they open one version of one dashboard for one time with the rights of whoever has it
 * printed, for minutes. They are in the memory of this node and nowhere else: never stored, never listed.
 */
export class ShareTickets {
  readonly #parts: TicketParts;
  readonly #byHash = new Map<string, DashboardShare>();

  constructor(parts: TicketParts) {
    this.#parts = parts;
  }

  /** What is refused: a dashboard that is gone or out of reach, a variable it has not. */
  async check(reach: Reach, { dashboardId, variables }: TicketWish): Promise<Dashboard> {
    const dashboard = await this.#parts.dashboards.require(reach, dashboardId);
    requireTerms(dashboard.configuration.variables, { variables });
    return dashboard;
  }

  async issue(by: Absent, reach: Reach, wish: TicketWish, { from, to, lastsMs }: Shown): Promise<IssuedTicket> {
    const dashboard = await this.check(reach, wish);
    const [token, now] = [sharePrefix + randomToken(tokenBytes), this.#parts.clock()];
    const ticket = { by, shown: new Map() };
    const share: DashboardShare = {
      ...{ id: newId<ShareId>(), dashboardId: dashboard.id, userId: by.userId, authorityId: by.authorityId, ticket },
      ...{ name: "", version: dashboard.version, passwordHash: null, createdTime: now, lastUsedTime: null },
      expiresTime: epochMs(now + lastsMs),
      terms: {
        time: { kind: "FIXED", from: String(from), to: String(to) },
        ...{ variables: wish.variables, embedOrigins: [] },
      },
    };
    const hash = hashOf(token);
    this.#byHash.set(hash, share);
    const path = `/s/${share.id}?print#${token}`;
    return { path, dashboard, shown: ticket.shown, [Symbol.dispose]: () => void this.#byHash.delete(hash) };
  }

  findByHash(hash: string): DashboardShare | undefined {
    return this.#byHash.get(hash);
  }

  findById(id: ShareId): DashboardShare | undefined {
    return this.#byHash.values().find((share) => share.id === id);
  }
}
