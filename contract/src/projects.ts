import { type Static, Type } from "typebox";
import { entityId, entityReference } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { pageQuery } from "./paging.ts";
import { freeText, nameText } from "./text.ts";
import { Timestamp } from "./time.ts";

const name = nameText("Name, unique among the projects beside it", "Tunnel north");
const description = freeText("Description", "Everything between the portals", 4096);

/** A node in the tenant's tree of projects [PRJ1]. */
export const ProjectRecord = Type.Object({
  id: entityId("PROJECT"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  parentId: nullable(entityId("PROJECT")),
  name,
  description: nullable(description),
});
export type ProjectRecord = Static<typeof ProjectRecord>;

export const ListedProject = Type.Object({
  ...ProjectRecord.properties,
  deviceCount: Type.Integer({ description: "Devices in it, those of projects below not counted", examples: [12] }),
});
export type ListedProject = Static<typeof ListedProject>;

/** Creates without an id, updates with one. An update replaces every field; another `parentId` moves it. */
export const ProjectInput = Type.Object({
  id: Type.Optional(entityReference("PROJECT")),
  name,
  description: Type.Optional(nullable(description)),
  parentId: Type.Optional(nullable(entityReference("PROJECT"))),
});
export type ProjectInput = Static<typeof ProjectInput>;

export const ProjectListQuery = Type.Object({ ...pageQuery });
