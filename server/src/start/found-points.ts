import { existsSync } from "node:fs";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { type FoundPoints, findPoints } from "../adapters/telemetry-blocks/index.ts";
import { type FoundPlace, type PointsHome, StartRefusedError } from "../core/installation/index.ts";
import type { Config } from "../settings/config.ts";

/** The store of points as it was found, and what people call it. */
type FoundPointsPlace = FoundPlace & { readonly kind: "points" } & FoundPoints;

export async function findPointsIn(home: PointsHome, config: Config, folder: DataFolder): Promise<FoundPointsPlace> {
  const { databaseUrl } = config;
  if (home === "folder" || databaseUrl === undefined)
    return { kind: "points", name: folder.telemetry, ...lookAtFile(folder) };
  // Loaded only where it is used: an embedded node starts sooner without it [RUN1].
  const { findPostgresPoints } = await import("../adapters/telemetry-blocks/postgres/points-identity.ts");
  const name = `The points in PostgreSQL (${postgresPlace(databaseUrl)})`;
  return { kind: "points", name, ...(await findPostgresPoints(databaseUrl)) };
}

/** What is left in the place that is not used, in words for people; undefined when there is nothing. */
export function unusedPoints(home: PointsHome, folder: DataFolder): string | undefined {
  return home === "database" && existsSync(folder.telemetry) ? folder.telemetry : undefined;
}

/** Damage that shows at the first look is told before anything is written [REL5]. */
function lookAtFile(folder: DataFolder): FoundPoints {
  try {
    return findPoints(folder.telemetry);
  } catch (error) {
    if (!(error instanceof Error && /malformed|not a database/.test(error.message))) throw error;
    throw new StartRefusedError(
      `The store of points ${folder.telemetry} is damaged (${error.message}). Nothing was changed. Restore a backup, or, ` +
        'if the points are lost for good, move the file away and say so with "helio accept-loss points".',
      error,
    );
  }
}

/** Without the password. */
export function postgresPlace(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return "of HELIO_DATABASE_URL";
  }
}
