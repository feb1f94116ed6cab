import { expect, test } from "vitest";
import { pointsHomeOf } from "./points-home.ts";

const known = { entitiesIn: "postgres", isNew: false, noted: undefined, wanted: undefined } as const;

test.for([
  ["a new installation on PostgreSQL has its points there", { isNew: true }, "database"],
  ["it has them in the data folder if the settings say so", { isNew: true, wanted: "folder" }, "folder"],
  ["one that noted nothing is older than the choice", {}, "folder"],
  ["one that noted its place keeps it", { noted: "database" }, "database"],
  ["a setting that says the same is no change", { noted: "database", wanted: "database" }, "database"],
  ["without PostgreSQL they are in the data folder", { entitiesIn: "sqlite", isNew: true }, "folder"],
  ["a note of another database counts for nothing there", { entitiesIn: "sqlite", noted: "database" }, "folder"],
] as const)("[CLU1] %s", ([, found, home]) => {
  expect(pointsHomeOf({ ...known, ...found })).toBe(home);
});

test.for([
  ["points in PostgreSQL without one", { entitiesIn: "sqlite", wanted: "database" }, /HELIO_DATABASE_URL/],
  [
    "another place than the one they are in",
    { noted: "database", wanted: "folder" },
    /are in PostgreSQL, but HELIO_POINTS_IN=folder/,
  ],
  [
    "another place than an older version used",
    { wanted: "database" },
    /are in the data folder, but HELIO_POINTS_IN=database/,
  ],
] as const)("[CLU1, RUN10] settings that want %s are refused", ([, found, says]) => {
  expect(() => pointsHomeOf({ ...known, ...found })).toThrow(says);
});
