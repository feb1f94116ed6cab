import { expect, test } from "vitest";
import { type DeviceListSearch, deviceListSearchOf, sortedBy } from "./device-list-search.ts";
import { filterOf, lookOf, looksAlike, searchOfLook } from "./look/list-look.ts";

test("an address keeps what fits and drops the rest", () => {
  const search = deviceListSearchOf({ q: 42, type: "logger", active: "yes", sort: "password", desc: true, page: 7 });

  expect(search).toEqual({ q: "42", type: "logger", desc: true });
});

test("without an order, devices are listed by name", () => {
  expect(filterOf({})).toMatchObject({ sortProperty: "name", sortOrder: "ASC" });
});

test("a column sorts, and again the other way round", () => {
  const once = sortedBy({}, "type");
  const twice = sortedBy(once, "type");
  const thrice = sortedBy(twice, "type");

  expect([once, twice, thrice]).toEqual([{ sort: "type" }, { sort: "type", desc: true }, { sort: "type" }]);
});

test("the first click on the name turns the order round, since it is sorted by it already", () => {
  expect(sortedBy({}, "name")).toEqual({ sort: "name", desc: true });
});

test("[PRJ2] a group in the address is asked for; what cannot be one is left out", () => {
  const group = "784f394c-42b6-435a-983c-b7beff2784f9";

  expect(filterOf(deviceListSearchOf({ group }))).toMatchObject({ group });
  expect(deviceListSearchOf({ group: "none" })).toEqual({});
});

test("[issue 17.21] what a list shows becomes a view and comes back from it; the project stays behind", () => {
  const search: DeviceListSearch = {
    ...{ q: "pump", active: true, project: "none", sort: "alarmSeverity", desc: true, rows: "compact" },
    ...{ cols: "alarm v*temperature", where: "v*temperature*GREATER*60" },
  };
  const { project: _, ...rest } = search;

  expect(deviceListSearchOf({ ...search })).toEqual(search);
  expect(searchOfLook(lookOf(search))).toEqual(rest);
  expect(looksAlike(search, { ...rest, view: "784f394c-42b6-435a-983c-b7beff2784f9" })).toBe(true);
  expect(looksAlike(search, { ...rest, cols: "alarm" })).toBe(false);
  expect(looksAlike({}, searchOfLook(lookOf({})))).toBe(true);
  expect(looksAlike({ as: "map" }, {})).toBe(true); // the map is another page of the same view, no change of it
});

test("[issue 17.21] a list is ordered by a value or an attribute, in its address and in a view", () => {
  const byValue = deviceListSearchOf({ sort: "v*oil_btemp", desc: true });
  const byAttribute = deviceListSearchOf({ sort: "a*client*line" });

  expect(filterOf(byValue)).toMatchObject({ sortProperty: "latest", sortKey: "oil temp", sortOrder: "DESC" });
  expect(filterOf(byAttribute)).toMatchObject({
    sortProperty: "attribute",
    sortKey: "line",
    sortScope: "CLIENT_SCOPE",
  });
  for (const search of [byValue, byAttribute]) expect(searchOfLook(lookOf(search))).toMatchObject(search);
  expect(sortedBy(byAttribute, "a*client*line")).toEqual({ sort: "a*client*line", desc: true });
  for (const sort of ["v*", "a*moon*x", "v*a b", "vx"]) expect(deviceListSearchOf({ sort })).toEqual({});
  expect(searchOfLook({ columns: [], sortProperty: "latest" })).toEqual({ cols: "none" });
});
