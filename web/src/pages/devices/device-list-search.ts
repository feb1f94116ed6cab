import type { DeviceFilter } from "../../api/devices.ts";

export const deviceColumns = ["name", "type", "label", "serialNumber", "firmwareVersion", "lastActivityTime"] as const;
export type DeviceColumn = (typeof deviceColumns)[number];

/** What the address says about the list; a link restores the view. */
export interface DeviceListSearch {
  readonly q?: string;
  readonly type?: string;
  readonly active?: boolean;
  readonly project?: string;
  readonly group?: string;
  readonly sort?: DeviceColumn;
  readonly desc?: boolean;
}

const isGroup = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isProject = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$/i;

/** Addresses are typed by people and cut by mail programs: whatever does not fit is left out. */
export function deviceListSearchOf(search: Readonly<Record<string, unknown>>): DeviceListSearch {
  const { q, type, active, project, group, sort, desc } = search;
  const column = deviceColumns.find((one) => one === sort);
  return {
    // the router reads a text of digits as a number
    ...((typeof q === "string" || typeof q === "number") && String(q) !== "" && { q: String(q) }),
    ...((typeof type === "string" || typeof type === "number") && { type: String(type) }),
    ...(typeof active === "boolean" && { active }),
    ...(typeof project === "string" && isProject.test(project) && { project }),
    ...(typeof group === "string" && isGroup.test(group) && { group }),
    ...(column && { sort: column }),
    ...(desc === true && { desc }),
  };
}

export const filterOf = ({ q, type, active, project, group, sort, desc }: DeviceListSearch): DeviceFilter => ({
  textSearch: q,
  type,
  active,
  projectId: project,
  group,
  sortProperty: sort ?? "name",
  sortOrder: desc ? "DESC" : "ASC",
});

/** A click on a column: by it, then the other way round. */
export const sortedBy = (search: DeviceListSearch, column: DeviceColumn): DeviceListSearch => {
  const { desc, ...rest } = search;
  const isSame = (search.sort ?? "name") === column;
  return { ...rest, sort: column, ...(isSame && !desc && { desc: true }) };
};
