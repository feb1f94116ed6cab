import { changesBetween, changesToldAtMost, type DashboardDiff } from "@heliograph/contract";
import type { DashboardId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import type { Reach } from "../projects/index.ts";
import { newestConfiguration } from "./checked-configuration.ts";
import type { DashboardContent, VersionHead } from "./dashboard.ts";
import type { DashboardStore } from "./dashboard-store.ts";
import { configurationIn, type Dashboards } from "./dashboards.ts";
import { dashboardVersionNotFound } from "./errors.ts";

interface VersionParts {
  readonly store: Pick<DashboardStore, "versions" | "version">;
  readonly dashboards: Pick<Dashboards, "requireHead">;
}

/** A saved state, as this version of the program reads it. */
export interface DashboardVersion extends VersionHead, DashboardContent {}

/** What a dashboard was before, and what became of it [DSH2]. */
export class DashboardVersions {
  readonly #parts: VersionParts;

  constructor(parts: VersionParts) {
    this.#parts = parts;
  }

  async list(reach: Reach, id: DashboardId): Promise<readonly VersionHead[]> {
    await this.#parts.dashboards.requireHead(reach, id);
    return this.#parts.store.versions(id);
  }

  async require(reach: Reach, id: DashboardId, version: number): Promise<DashboardVersion> {
    await this.#parts.dashboards.requireHead(reach, id);
    const found = await this.#parts.store.version(id, version);
    if (!found) throw dashboardVersionNotFound(version);
    return { ...found, configuration: newestConfiguration(await configurationIn(found.configuration)) };
  }

  async diff(reach: Reach, id: DashboardId, from: number, wanted?: number): Promise<DashboardDiff> {
    const to = wanted ?? (await this.#parts.dashboards.requireHead(reach, id)).version;
    const [before, after] = [await this.require(reach, id, from), await this.require(reach, id, to)];
    await longWork.nextPiece(); // a megabyte on either side
    const changes = changesBetween(before, after);
    return { from, to, changes: changes.slice(0, changesToldAtMost), total: changes.length };
  }
}
