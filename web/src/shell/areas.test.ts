import type { Permission } from "@heliograph/contract";
import { expect, test } from "vitest";
import { areaAt, areasFor, pageAt } from "./areas.ts";

const holding =
  (...permissions: readonly Permission[]) =>
  (asked: Permission) =>
    permissions.includes(asked);
const shown = (may: (permission: Permission) => boolean, hasTenant = true) =>
  areasFor(may, hasTenant).map(({ name, pages }) => [name, ...pages.map((page) => page.name)]);

test("[AUTH5, #17.0] areas show the pages one may see, and an area without any is not there", () => {
  expect(shown(holding("VIEW_ALARMS", "VIEW_USERS"))).toEqual([
    ["automation", "alarms", "maintenance"],
    ["administration", "users", "roles"],
  ]);
  expect(shown(holding())).toEqual([]);
});

test("outside of tenants there are the pages of the system only", () => {
  expect(shown(() => true, false)).toEqual([["administration", "tenants", "roles", "audit"]]);
});

test("an address belongs to the area of its page, or to none", () => {
  const all = areasFor(() => true, true);

  expect(areaAt(all, "/devices")?.name).toBe("controlCenter");
  expect(areaAt(all, "/devices/784f394c/telemetry")?.name).toBe("controlCenter");
  expect(areaAt(all, "/tenants/1/users")?.name).toBe("administration");
  expect(areaAt(all, "/devicesque")).toBe(undefined);
  expect(areaAt(all, "/profile")).toBe(undefined);
});

test("[#17.9] list and map of the devices are two pages with names of their own, what is below them is of the list", () => {
  const all = areasFor(() => true, true);

  expect(pageAt(all, "/devices", undefined)?.name).toBe("devices");
  expect(pageAt(all, "/devices", "map")?.name).toBe("map");
  expect(pageAt(all, "/devices/784f394c", undefined)?.name).toBe("devices");
  expect(pageAt(all, "/files", undefined)?.name).toBe("files");
  expect(pageAt(all, "/profile", undefined)).toBeUndefined();
});

test("[#17.0] the Control Center has devices, the map of them and files; each of them only for who may see it", () => {
  expect(shown(holding("VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_FILES"))[0]).toEqual([
    "controlCenter",
    "devices",
    "map",
    "files",
  ]);
  expect(shown(holding("VIEW_DEVICES"))[0]).toEqual(["controlCenter", "devices"]);
  expect(
    areaAt(
      areasFor(() => true, true),
      "/files",
    )?.name,
  ).toBe("controlCenter");
});
