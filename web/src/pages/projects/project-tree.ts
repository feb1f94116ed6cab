import type { ListedProject } from "@heliograph/contract";

/** A project at its place in the tree. */
export interface TreeRow {
  readonly project: ListedProject;
  /** 0 at the top. */
  readonly depth: number;
  /** The ids of those above it, the nearest last. */
  readonly above: readonly string[];
  /** Devices in it and in those below: as many as the list of devices shows of it. */
  readonly devices: number;
}

/** The tree from top to bottom; what is above but cannot be seen is left out, so its children stand at the top. */
export function treeRows(projects: readonly ListedProject[]): readonly TreeRow[] {
  const known = new Set(projects.map(({ id }) => id.id));
  const childrenOf = Map.groupBy(projects, ({ parentId }) =>
    parentId !== null && known.has(parentId.id) ? parentId.id : "",
  );
  const rowsBelow = (parent: string, above: readonly string[]): TreeRow[] =>
    (childrenOf.get(parent) ?? []).flatMap((project) => {
      const below = rowsBelow(project.id.id, [...above, project.id.id]);
      const devices = below.reduce((sum, row) => sum + row.project.deviceCount, project.deviceCount);
      return [{ project, depth: above.length, above, devices }, ...below];
    });
  return rowsBelow("", []);
}

/** Where a project may go: not to itself, and not below itself. */
export const placesFor = (rows: readonly TreeRow[], moved: string | undefined): readonly TreeRow[] =>
  rows.filter(({ project, above }) => project.id.id !== moved && !(moved !== undefined && above.includes(moved)));

/** Names in a list of choices are indented with blanks that the browser keeps. */
export const indentedName = ({ project, depth }: TreeRow): string => `${"\u2003".repeat(depth)}${project.name}`;
