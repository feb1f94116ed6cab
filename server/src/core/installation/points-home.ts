import { StartRefusedError } from "./start-refused.ts";

/** Where points can be: in the data folder, or in the PostgreSQL that has the entities [CLU1]. */
export type PointsHome = "database" | "folder";

/** Noted in the entity database at the first start, before any point is stored. */
export const pointsHomeFact = "points-home";

interface PointsHomeTerms {
  readonly entitiesIn: "sqlite" | "postgres";
  /** No node was ever started on it. */
  readonly isNew: boolean;
  /** What was noted; installations that are older than the choice have nothing, and their points in the data folder. */
  readonly noted: string | undefined;
  /** What the settings say. */
  readonly wanted: PointsHome | undefined;
}

/**
 * A new installation has its points where the settings say, beside its entities if they say nothing. Afterwards they stay
 * where they are, whatever the settings say: a node must not begin anew in an empty place.
 */
export function pointsHomeOf({ entitiesIn, isNew, noted, wanted }: PointsHomeTerms): PointsHome {
  if (entitiesIn === "sqlite") return homeWithoutPostgres(wanted);
  if (isNew) return wanted ?? "database";
  const home = noted === "database" ? "database" : "folder";
  if (wanted !== undefined && wanted !== home) throw elsewhere(home, wanted);
  return home;
}

function homeWithoutPostgres(wanted: PointsHome | undefined): PointsHome {
  if (wanted !== "database") return "folder";
  throw new StartRefusedError(
    "HELIO_POINTS_IN=database keeps points in PostgreSQL: name one with HELIO_DATABASE_URL. Nothing was changed.",
  );
}

const namesOf = { database: "PostgreSQL", folder: "the data folder" } satisfies Record<PointsHome, string>;

const elsewhere = (home: PointsHome, wanted: PointsHome): StartRefusedError =>
  new StartRefusedError(
    `The points of this installation are in ${namesOf[home]}, but HELIO_POINTS_IN=${wanted} says ${namesOf[wanted]}. ` +
      'Nothing was changed. Take the setting away, or move them: stop the node, "helio backup", and "helio restore" ' +
      "with this setting into an empty database.",
  );
