import type { ShareTime, ShareVariable } from "@heliograph/contract";
import type { AuthorityId, DashboardId, DeviceId, ProjectId, ShareId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Absent } from "../access/index.ts";

/** What whoever has a link may choose, and where it may be shown. */
export interface ShareTerms {
  readonly time: ShareTime;
  /** Those that are not here are fixed to their default. */
  readonly variables: Readonly<Record<string, ShareVariable>>;
  /** Whose pages may show it in a frame. */
  readonly embedOrigins: readonly string[];
}

/** A link that shows one version of a dashboard to people without an account [DSH6]. */
export interface DashboardShare {
  readonly id: ShareId;
  readonly dashboardId: DashboardId;
  /** Its maker: what is shown is read with their rights. It goes with the assignment. */
  readonly userId: UserId;
  readonly authorityId: AuthorityId;
  readonly name: string;
  readonly version: number;
  readonly terms: ShareTerms;
  readonly passwordHash: string | null;
  readonly createdTime: EpochMs;
  /** Null: it has no end. */
  readonly expiresTime: EpochMs | null;
  /** As stored; it may have been used since. */
  readonly lastUsedTime: EpochMs | null;
  /** Of what is no link of anybody but a ticket of this node, which is stored nowhere. */
  readonly ticket?: Ticket;
}

/** What lets this node's own browser look at a dashboard for as long as it prints it [SCH2]. */
export interface Ticket {
  /** With whose rights. */
  readonly by: Absent;
  /** The devices that were shown with it, and where they were. */
  readonly shown: Map<DeviceId, ProjectId | null>;
}

export interface NewShare extends ShareTerms {
  readonly name: string;
  readonly version: number;
  readonly password: string | null;
  readonly expiresTime: EpochMs | null;
}

/** As its dashboard's list tells it. */
export interface ListedShare extends DashboardShare {
  readonly madeBy: string;
  readonly works: boolean;
}
