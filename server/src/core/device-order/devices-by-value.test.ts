import { expect, test } from "vitest";
import { type DeviceId, newId, type ProjectId, type TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { DeviceFilter, DeviceWithActivity } from "../devices/index.ts";
import { type Reach, reaches, wholeTenant } from "../projects/index.ts";
import { DevicesByValue } from "./devices-by-value.ts";

const [tenantId, north] = [newId<TenantId>(), newId<ProjectId>()];
const everywhere = wholeTenant(tenantId);
const filter = { reach: everywhere, sortProperty: "name", descending: false } as DeviceFilter;

/** Devices by name; those in the north, and what each measured last. */
const yard = [
  { id: "a" as DeviceId, projectId: null, value: 3 },
  { id: "b" as DeviceId, projectId: north, value: 1 },
  { id: "c" as DeviceId, projectId: null, value: undefined },
  { id: "d" as DeviceId, projectId: north, value: 2 },
];

const byValue = (atMost = 10) =>
  new DevicesByValue(
    {
      devices: {
        idsInOrder: async ({ reach }, most) =>
          yard
            .filter(({ projectId }) => reaches(reach, projectId))
            .slice(0, most)
            .map(({ id }) => id),
        inOrder: async (ids) => ids.map((id) => ({ id }) as DeviceWithActivity),
        countMatching: async () => yard.length,
      },
      telemetry: {
        newest: async (series) =>
          series.map(({ device }) => {
            const value = yard.find(({ id }) => id === device)?.value;
            return value === undefined ? undefined : { ts: epochMs(1), value };
          }),
      },
    },
    atMost,
  );
const ids = async (readable: Reach, descending = false) => {
  const { data } = await byValue().list(filter, { key: "heat", descending, readable }, { page: 0, limit: 10 });
  return data.map(({ id }) => id).join("");
};

test("[DEV2] devices stand by their newest value, those without one last either way", async () => {
  expect(await ids(everywhere)).toBe("bdac");
  expect(await ids(everywhere, true)).toBe("adbc");
});

test("[AUTH5] whose values the reader may not know stands as if it had none", async () => {
  expect(await ids({ ...everywhere, projects: new Set([north]) })).toBe("bdac");
  expect(await ids({ ...everywhere, projects: new Set([north]) }, true)).toBe("dbac");
  expect(await ids({ ...everywhere, projects: new Set() }, true)).toBe("abcd");
});

test("[API11] more devices than a list by values may have are refused, with how many there are", async () => {
  const order = { key: "heat", descending: false, readable: everywhere };

  await expect(byValue(3).list(filter, order, { page: 0, limit: 1 })).rejects.toMatchObject({
    code: "SORT_TOO_MANY",
    params: { found: 4, most: 3 },
  });
});
