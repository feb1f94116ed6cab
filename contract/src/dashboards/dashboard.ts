import { type Static, Type } from "typebox";
import { entityId, entityReference, Uuid } from "../ids.ts";
import { namesById } from "../names-by-id.ts";
import { cleared, nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { lineText, nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { DashboardChange } from "./changes.ts";
import { DashboardConfiguration } from "./configuration.ts";
import { emptyConfiguration } from "./empty-configuration.ts";

const title = nameText("Title", "Pump test field");
const version = Type.Integer({ description: "Grows with every save; send it back with yours", examples: [13] });
const savedBy = nullable(Type.String({ description: "User name of who saved it", examples: ["lab@example.org"] }));

const head = {
  id: entityId("DASHBOARD"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  projectId: nullable(entityId("PROJECT")),
  title,
  name: Type.String({ description: "The title again", examples: ["Pump test field"] }),
  version,
  savedTime: Timestamp,
  savedBy,
};

/** What is on it, as an answer: described once, where it is sent. */
const readConfiguration = Type.Unsafe<DashboardConfiguration>({
  type: "object",
  additionalProperties: true,
  description: "As `configuration` of `POST /api/dashboard`; options of widgets are of their newest version",
  examples: [emptyConfiguration()],
});

/** A dashboard without what is on it, as lists have it [DSH2]. */
export const DashboardInfo = Type.Object(head);
export type DashboardInfo = Static<typeof DashboardInfo>;

export const DashboardRecord = Type.Object({ ...head, configuration: readConfiguration });
export type DashboardRecord = Static<typeof DashboardRecord>;

/** In the trash; gone for good when its time is over. */
export const TrashedDashboard = Type.Object({
  ...head,
  deletedTime: Timestamp,
  deletedBy: nullable(Type.String({ description: "User name of who deleted it", examples: ["lab@example.org"] })),
  goneAt: Type.Integer({ description: "When it is removed for good; Unix milliseconds", examples: [1797292800000] }),
});
export type TrashedDashboard = Static<typeof TrashedDashboard>;

const sentVersion = Type.Integer({
  minimum: 1,
  maximum: latestVersion,
  description: "With an id: the version it was made from; when there is a newer one, it is refused",
  examples: [13],
});

/** Creates without an id, saves a new version with one. Without a configuration it stays, or is an empty page. */
export const DashboardInput = Type.Object({
  id: Type.Optional(entityReference("DASHBOARD")),
  version: Type.Optional(sentVersion),
  title,
  projectId: Type.Optional(
    nullable({
      ...entityReference("PROJECT"),
      ...cleared,
      description: "Where it belongs; left out it stays, null is the tenant itself",
    }),
  ),
  configuration: Type.Optional(DashboardConfiguration),
});
export type DashboardInput = Static<typeof DashboardInput>;

const namesAtMost = 10_000;
const namesOf = (what: string) => namesById(what, namesAtMost);

const DashboardNames = Type.Object(
  {
    devices: namesOf("devices"),
    deviceTypes: namesOf("device types"),
    deviceGroups: namesOf("device groups"),
    projects: namesOf("projects"),
  },
  {
    additionalProperties: false,
    description: "What it names by id: where that id is not there, what has the same name is meant",
  },
);
export type DashboardNames = Static<typeof DashboardNames>;

const file = {
  format: Type.Literal("heliograph-dashboard-1", { description: "What this file is" }),
  title,
  names: Type.Optional(DashboardNames),
};

/** A dashboard as a file, for another tenant or installation. */
export const DashboardFile = Type.Object({ ...file, configuration: DashboardConfiguration });
export type DashboardFile = Static<typeof DashboardFile>;
export const ExportedDashboard = Type.Object({ ...file, configuration: readConfiguration });

export const DashboardImport = Type.Object({
  projectId: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: "The project it comes into; without, the tenant itself" }),
  ),
});

/** One saved state of a dashboard. */
export const DashboardVersionInfo = Type.Object({ version, title, savedTime: Timestamp, savedBy });
export type DashboardVersionInfo = Static<typeof DashboardVersionInfo>;

export const DashboardVersionRecord = Type.Object({
  ...DashboardVersionInfo.properties,
  configuration: readConfiguration,
});
export type DashboardVersionRecord = Static<typeof DashboardVersionRecord>;

export const DashboardDiff = Type.Object({
  from: version,
  to: version,
  changes: Type.Array(DashboardChange, { description: "Value by value; up to 1,000 of them" }),
  total: Type.Integer({ description: "How many there are", examples: [4] }),
});
export type DashboardDiff = Static<typeof DashboardDiff>;

/** Changes that one answer tells. */
export const changesToldAtMost = 1_000;

const versionQuery = (description: string) =>
  Type.Integer({ minimum: 1, maximum: latestVersion, description, examples: [12] });

export const DashboardDiffQuery = Type.Object({
  from: versionQuery("The earlier version"),
  to: Type.Optional(versionQuery("The later one; without, the newest")),
});

/** Makes an earlier version the newest again; `version` is the newest that is known, as with a save. */
export const DashboardRestore = Type.Object({ restore: versionQuery("Which version"), version: sentVersion });

export const DashboardParams = Type.Object({ dashboardId: Uuid });
export const TrashedDashboardParams = Type.Object({ trashedDashboardId: Uuid });
export const DashboardVersionParams = Type.Object({
  dashboardId: Uuid,
  version: Type.Integer({ minimum: 1, maximum: latestVersion, description: "Version", examples: [12] }),
});

export const DashboardListQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the title; case does not matter", "pump")),
  projectId: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "Only those in this project and below it" })),
  includeDescendants: Type.Optional(
    Type.Boolean({ default: true, description: "With projectId: those of projects below it as well" }),
  ),
  sortProperty: Type.Optional(
    Type.Enum(["title", "createdTime", "savedTime"], { default: "title", description: "Sort by", examples: ["title"] }),
  ),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "ASC", examples: ["ASC"] })),
});

const idPattern = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

export const DashboardIdsQuery = Type.Object({
  dashboardIds: Type.String({
    maxLength: 37 * 1_000,
    pattern: `^${idPattern}(,${idPattern})*$`,
    "x-must": "must be a list of UUIDs, separated by commas",
    description: "Ids, separated by commas; those that are not there are left out",
    examples: ["784f394c-42b6-435a-983c-b7beff2784f9"],
  }),
});

/** What opens first; one's own choice counts before the tenant's. */
export const HomeDashboardInfo = Type.Object({
  dashboardId: nullable(entityId("DASHBOARD")),
  hideDashboardToolbar: Type.Boolean({ description: "Always false; clients of this API family read it" }),
});
export type HomeDashboardInfo = Static<typeof HomeDashboardInfo>;

export const HomeDashboardInput = Type.Object({
  dashboardId: Type.Optional(nullable({ ...entityReference("DASHBOARD"), ...cleared, description: "null: none" })),
});
