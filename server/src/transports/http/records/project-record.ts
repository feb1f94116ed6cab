import type { ListedProject as ListedRecord, ProjectInput, ProjectRecord } from "@heliograph/contract";
import {
  type ListedProject,
  type Project,
  type ProjectProperties,
  type Reach,
  shownParent,
} from "../../../core/projects/index.ts";
import type { ProjectId } from "../../../kernel/ids.ts";

/** On the wire an id names its kind; the root of the tenant is null [API4]. */
export const projectReferenceOf = (id: ProjectId | null) =>
  id === null ? null : { entityType: "PROJECT" as const, id };

export const projectRecordOf = (project: Project, sees: Reach): ProjectRecord => ({
  id: { entityType: "PROJECT", id: project.id },
  createdTime: project.createdTime,
  tenantId: { entityType: "TENANT", id: project.tenantId },
  parentId: projectReferenceOf(shownParent(project, sees)),
  name: project.name,
  description: project.description,
});

export const listedProjectOf = (project: ListedProject, sees: Reach): ListedRecord => ({
  ...projectRecordOf(project, sees),
  deviceCount: project.deviceCount,
});

export const projectIdOf = (text: string): ProjectId => text.toLowerCase() as ProjectId;

export const projectIdIn = (reference: { readonly id: string } | null | undefined): ProjectId | null =>
  reference ? projectIdOf(reference.id) : null;

export const projectPropertiesOf = ({ name, description, parentId }: ProjectInput): ProjectProperties => ({
  name,
  description: description || null,
  parentId: projectIdIn(parentId),
});
