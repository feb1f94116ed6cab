import type { DeviceFilterNode, DeviceViewColumn, DeviceViewLook } from "@heliograph/contract";
import type { DeviceFilter } from "../../../api/devices.ts";
import type { DeviceListSearch, DeviceSort } from "../device-list-search.ts";
import { columnId, columnsFrom, columnsText, usualColumns } from "./columns-text.ts";
import { conditionsFrom, conditionsText } from "./conditions-text.ts";

export const columnsOf = ({ cols }: DeviceListSearch): readonly DeviceViewColumn[] =>
  cols === undefined ? usualColumns : columnsFrom(cols);

const conditionsOf = ({ where }: DeviceListSearch): DeviceFilterNode | undefined =>
  where === undefined ? undefined : conditionsFrom(where);

export const withConditions = (
  { where: _, ...search }: DeviceListSearch,
  filter: DeviceFilterNode | undefined,
): DeviceListSearch =>
  filter === undefined || filter.conditions.length === 0 ? search : { ...search, where: conditionsText(filter) };

/** As the server takes an order: by a field, or by what a key names. */
function orderOf({
  sort = "name",
}: Pick<DeviceListSearch, "sort">): Pick<DeviceViewLook, "sortProperty" | "sortKey" | "sortScope"> {
  const [column] = /^[va]\*/.test(sort) ? columnsFrom(sort) : [];
  if (column?.kind === "LATEST") return { sortProperty: "latest", sortKey: column.key };
  if (column?.kind === "ATTRIBUTE") return { sortProperty: "attribute", sortKey: column.key, sortScope: column.scope };
  return { sortProperty: sort as FieldSort };
}

type FieldSort = Exclude<DeviceViewLook["sortProperty"], "latest" | "attribute" | undefined>;

function sortOfLook({ sortProperty = "name", sortKey: key, sortScope: scope = "SERVER_SCOPE" }: DeviceViewLook) {
  if (sortProperty !== "latest" && sortProperty !== "attribute") return sortProperty;
  if (key === undefined) return "name";
  const column =
    sortProperty === "latest" ? { kind: "LATEST" as const, key } : { kind: "ATTRIBUTE" as const, key, scope };
  return columnId(column) as DeviceSort;
}

export const filterOf = (search: DeviceListSearch): DeviceFilter => ({
  textSearch: search.q,
  type: search.type,
  active: search.active,
  projectId: search.project,
  group: search.group,
  where: conditionsOf(search),
  ...orderOf(search),
  sortOrder: search.desc ? "DESC" : "ASC",
});

/** What a saved view says, as an address would; where it is looked at is said elsewhere. */
export function searchOfLook(look: DeviceViewLook) {
  const { columns, filter = {}, sortOrder, density, form } = look;
  const sort = sortOfLook(look);
  const { textSearch, type, active, group, projectId, where } = filter;
  const search: DeviceListSearch = {
    cols: columnsText(columns),
    ...(textSearch && { q: textSearch }),
    ...(type && { type }),
    ...(active !== undefined && { active }),
    ...(group && { group }),
    ...(projectId && { project: projectId }),
    ...(sort !== "name" && { sort }),
    ...(sortOrder === "DESC" && { desc: true }),
    ...(density === "COMPACT" && { rows: "compact" }),
    ...(form === "MAP" && { as: "map" }),
  };
  return withConditions(search, where);
}

/** What is saved of a list. The project is not: a view goes along through all of them. */
export function lookOf(search: DeviceListSearch): DeviceViewLook {
  const where = conditionsOf(search);
  const filter = {
    ...(search.q !== undefined && { textSearch: search.q }),
    ...(search.type !== undefined && { type: search.type }),
    ...(search.active !== undefined && { active: search.active }),
    ...(search.group !== undefined && { group: search.group }),
    ...(where && { where }),
  };
  return {
    columns: [...columnsOf(search)],
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(search.sort && orderOf(search)),
    ...(search.desc && { sortOrder: "DESC" }),
    ...(search.rows && { density: "COMPACT" }),
    ...(search.as && { form: "MAP" }),
  };
}

/** Whether two addresses show the same, whatever view they name, wherever they look, and be it a list or a map. */
export const looksAlike = (one: DeviceListSearch, other: DeviceListSearch): boolean =>
  lookText(one) === lookText(other);

/** List and map are two pages of the same devices: from one to the other nothing is changed. */
const lookText = ({ as: _, ...search }: DeviceListSearch): string => JSON.stringify(searchOfLook(lookOf(search)));
