import type { deviceSortProperties } from "@heliograph/contract";

/** Written down here: the list of the contract would bring all of its schemas into the first load. */
const sorts = [
  "name",
  "type",
  "label",
  "createdTime",
  "lastActivityTime",
  "active",
  "serialNumber",
  "firmwareVersion",
  "alarmSeverity",
] as const satisfies readonly (typeof deviceSortProperties)[number][];
/** A field of the record, or a column as the address has it: the newest value of a key, or an attribute. */
export type DeviceSort = (typeof sorts)[number] | `v*${string}` | `a*${string}`;

const isOfKey = (text: string): text is `v*${string}` | `a*${string}` =>
  /^(v\*[^* ]+|a\*(server|shared|client)\*[^* ]+)$/.test(text);

/** What the address says about the list; a link restores the view. */
export interface DeviceListSearch {
  readonly q?: string;
  readonly type?: string;
  readonly active?: boolean;
  readonly project?: string;
  readonly group?: string;
  readonly sort?: DeviceSort;
  readonly desc?: boolean;
  /** A saved view. With columns beside it, it was changed: then the address says everything. */
  readonly view?: string;
  readonly cols?: string;
  readonly where?: string;
  readonly rows?: "compact";
  readonly as?: "map";
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isProject = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$/i;

/** The router reads a text of digits as a number. */
const textOf = (value: unknown): string | undefined =>
  (typeof value === "string" || typeof value === "number") && String(value) !== "" ? String(value) : undefined;

/** Addresses are typed by people and cut by mail programs: whatever does not fit is left out. */
export function deviceListSearchOf(search: Readonly<Record<string, unknown>>): DeviceListSearch {
  const { active, project, group, view, desc } = search;
  const asked = textOf(search["sort"]) ?? "";
  const sort = sorts.find((one) => one === asked) ?? (isOfKey(asked) ? asked : undefined);
  const [q, type, cols, where] = [search["q"], search["type"], search["cols"], search["where"]].map(textOf);
  return {
    ...(q !== undefined && { q }),
    ...(type !== undefined && { type }),
    ...(typeof active === "boolean" && { active }),
    ...(typeof project === "string" && isProject.test(project) && { project }),
    ...(typeof group === "string" && isId.test(group) && { group }),
    ...(sort && { sort }),
    ...(desc === true && { desc }),
    ...(typeof view === "string" && isId.test(view) && { view }),
    ...(cols !== undefined && { cols }),
    ...(where !== undefined && { where }),
    ...(search["rows"] === "compact" && { rows: "compact" }),
    ...(search["as"] === "map" && { as: "map" }),
  };
}

/** A click on a column: by it, then the other way round. */
export const sortedBy = (search: DeviceListSearch, column: DeviceSort): DeviceListSearch => {
  const { desc, ...rest } = search;
  const isSame = (search.sort ?? "name") === column;
  return { ...rest, sort: column, ...(isSame && !desc && { desc: true }) };
};
