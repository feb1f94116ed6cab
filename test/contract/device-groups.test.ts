import {
  alarmPresences,
  alarmSeverities,
  type Comparison,
  type DeviceCondition,
  type DeviceFilterNode,
  type Operand,
} from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SqlDeviceTypeStore } from "../../server/src/adapters/sql/stores/device-type-store.ts";
import type { DeviceQuery } from "../../server/src/core/devices/index.ts";
import { JsonDocument, type TelemetryValue } from "../../server/src/core/telemetry/index.ts";
import { IdSet } from "../../server/src/kernel/id-set.ts";
import { type CredentialsId, type DeviceId, newId, type ProjectId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import {
  groupWorld,
  newTenant,
  type WorldDevice,
  worldDevice,
  worldNow,
  worldTimeoutMs,
} from "../support/group-world.ts";
import { plainDevice } from "../support/plain-device.ts";
import { sizeOf } from "../switches.ts";

const runs = sizeOf("HELIO_TEST_RUNS") * 8;

/** Values that meet the edges of each comparison. */
const values: TelemetryValue[] = [
  ...[-1e300, -2, -0, 0, 1.5, 2, 20, 1e300, 9_007_199_254_740_993n],
  ...["", "Roof", "rOOF top", "cellar 100%", "É_é", "a\\b", "a\0b", `${"x".repeat(249)}tail`],
  ...[true, false, new JsonDocument('{"a":1}')],
];
const operands: Operand[] = [
  -2,
  0,
  1.5,
  20,
  1e300,
  "roof",
  "ROOF top",
  "%",
  "_",
  "\\",
  "\0",
  "é",
  "x".repeat(200),
  true,
  false,
];
const keys = ["position", "level", "missing"];
const alarmTypes = ["Too hot", "Silent"];
const scopes = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const;

const valueAt = (index: number): TelemetryValue => values[index % values.length] ?? 0;

function deviceAt(index: number, projects: readonly (ProjectId | null)[]): WorldDevice {
  const [first, second] = [valueAt(index), valueAt(index * 7 + 3)];
  return worldDevice({
    name: ["Logger-%d", "logger_%d", "Pump %d*", "ÄNDERUNG-%d"][index % 4]?.replace("%d", String(index)) ?? "",
    type: ["stand", "pump", "default"][index % 3] ?? "",
    projectId: projects[index % projects.length] ?? null,
    createdTime: index * 100_000,
    inactivityTimeoutMs: index % 5 === 0 ? 3_000_000 : null,
    contact: index % 4 === 0 ? null : worldNow - index * 150_000,
    attributes: [
      ...(index % 6 === 0 ? [] : [[scopes[index % 3] ?? "CLIENT_SCOPE", "position", first] as const]),
      ...(index % 2 === 0 ? [["SERVER_SCOPE", "level", second] as const] : []),
    ],
    latest:
      index % 3 === 0
        ? []
        : [
            ["position", worldNow - index * 100_000, second],
            ["level", 5, first],
          ],
    alarms: alarmTypes.slice(0, index % 3).map((type, at) => ({
      type,
      severity: alarmSeverities[(index + at) % alarmSeverities.length] ?? "MAJOR",
      acknowledged: index % 4 === 1,
      cleared: (index + at) % 5 === 2,
    })),
  });
}

// The model: what a condition means, said without any index.
const plain = (text: string) => text.normalize("NFC").toLowerCase().slice(0, 250).replaceAll("\0", "\ufffd");
const kindOf = (value: TelemetryValue) => (typeof value === "bigint" ? "number" : typeof value);

function meets(value: TelemetryValue, comparison: Comparison, operand: Operand | undefined): boolean {
  if (comparison === "EXISTS") return true;
  if (operand === undefined || kindOf(value) !== typeof operand) return false;
  const isText = typeof operand === "string";
  const [one, other] = isText ? [plain(String(value)), plain(operand)] : [Number(value), Number(operand)];
  switch (comparison) {
    case "EQUAL":
      return one === other;
    case "NOT_EQUAL":
      return one !== other;
    case "GREATER":
      return one > other;
    case "GREATER_OR_EQUAL":
      return one >= other;
    case "LESS":
      return one < other;
    case "LESS_OR_EQUAL":
      return one <= other;
    case "CONTAINS":
      return String(one).includes(String(other));
    case "STARTS_WITH":
      return String(one).startsWith(String(other));
    default:
      return false;
  }
}

type Known = { readonly typeIds: ReadonlyMap<string, string>; readonly below: ReadonlyMap<string, readonly string[]> };

function isMet(condition: DeviceCondition | DeviceFilterNode, device: WorldDevice, known: Known): boolean {
  switch (condition.kind) {
    case "ALL":
      return condition.conditions.every((part) => isMet(part, device, known));
    case "ANY":
      return condition.conditions.some((part) => isMet(part, device, known));
    case "TYPE":
      return condition.deviceProfileIds.includes(known.typeIds.get(device.type) ?? "");
    case "PROJECT": {
      const ids = condition.projectIds.flatMap((id) =>
        condition.includeDescendants === false ? [id] : (known.below.get(id) ?? [id]),
      );
      return ids.includes(device.projectId ?? "none");
    }
    case "NAME":
      return nameIsMet(plain(device.name), condition.comparison, plain(condition.text));
    case "ACTIVITY":
      return activityIsMet(device, condition);
    case "ATTRIBUTE": {
      const { key, scope, comparison, value } = condition;
      const held = device.attributes.filter(([in_, name]) => name === key && (scope === undefined || in_ === scope));
      return comparison === "NOT_EXISTS" ? held.length === 0 : held.some(([, , one]) => meets(one, comparison, value));
    }
    case "ALARM":
      return alarmIsMet(device, condition);
    case "LATEST_VALUE": {
      const { key, comparison, value, newerThanMs = Infinity, olderThanMs = 0 } = condition;
      const held = device.latest.filter(([name]) => name === key);
      if (comparison === "NOT_EXISTS") return held.length === 0;
      return held.some(
        ([, ts, one]) => meets(one, comparison, value) && worldNow - ts <= newerThanMs && worldNow - ts >= olderThanMs,
      );
    }
  }
}

function nameIsMet(name: string, comparison: string, text: string): boolean {
  if (comparison === "CONTAINS") return name.includes(text);
  if (comparison === "STARTS_WITH") return name.startsWith(text);
  const escaped = text.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^]*")}$`, "u").test(name);
}

function activityIsMet(
  device: WorldDevice,
  { state, sinceMs }: Extract<DeviceCondition, { kind: "ACTIVITY" }>,
): boolean {
  const { contact, createdTime, inactivityTimeoutMs } = device;
  if (contact === null) return state === "NEVER" && worldNow - createdTime >= (sinceMs ?? 0);
  const isActive = contact + (inactivityTimeoutMs ?? worldTimeoutMs) > worldNow;
  if (state === "ACTIVE") return isActive && worldNow - contact <= (sinceMs ?? Infinity);
  return state === "INACTIVE" && !isActive && worldNow - contact >= (sinceMs ?? 0);
}

function alarmIsMet(
  { alarms }: WorldDevice,
  { state, severity = "INDETERMINATE", type }: Extract<DeviceCondition, { kind: "ALARM" }>,
): boolean {
  const counting = alarmSeverities.slice(0, alarmSeverities.indexOf(severity) + 1);
  const open = alarms.filter(
    (alarm) => !alarm.cleared && counting.includes(alarm.severity) && (type ?? alarm.type) === alarm.type,
  );
  if (state === "UNACKNOWLEDGED") return open.some(({ acknowledged }) => !acknowledged);
  return state === "ACTIVE" ? open.length > 0 : open.length === 0;
}

const credentialsFor = (deviceId: DeviceId) => ({
  id: newId<CredentialsId>(),
  deviceId,
  createdTime: epochMs(1),
  token: `token-${deviceId}`,
});

const span = fc.constantFrom(undefined, 1, 400_000, 2_000_000, 9_999_995);
const optional = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const compared = fc.oneof(
  fc.record({ comparison: fc.constantFrom<Comparison>("EXISTS", "NOT_EXISTS") }),
  fc.record({ comparison: fc.constantFrom<Comparison>("EQUAL", "NOT_EQUAL"), value: fc.constantFrom(...operands) }),
  fc.record({
    comparison: fc.constantFrom<Comparison>("GREATER", "GREATER_OR_EQUAL", "LESS", "LESS_OR_EQUAL"),
    value: fc.constantFrom(...operands.filter((one) => typeof one === "number")),
  }),
  fc.record({
    comparison: fc.constantFrom<Comparison>("CONTAINS", "STARTS_WITH"),
    value: fc.constantFrom(...operands.filter((one) => typeof one === "string")),
  }),
);

function filters(typeIds: string[], projectIds: string[]): fc.Arbitrary<DeviceFilterNode> {
  const key = fc.constantFrom(...keys);
  const leaf = fc.oneof(
    fc.record({ kind: fc.constant("TYPE"), deviceProfileIds: fc.subarray(typeIds, { minLength: 1 }) }),
    fc.record({
      kind: fc.constant("PROJECT"),
      projectIds: fc.subarray([...projectIds, "none"], { minLength: 1 }),
      includeDescendants: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("ACTIVITY"), state: fc.constantFrom("ACTIVE", "INACTIVE", "NEVER"), sinceMs: span }),
    fc.record({
      kind: fc.constant("NAME"),
      comparison: fc.constantFrom("CONTAINS", "STARTS_WITH", "MATCHES"),
      text: fc.constantFrom("logger", "LOGGER_", "*-1*", "pump *\\*", "ä", "*", "l*g*1", "%", "logger_1"),
    }),
    fc.record({
      kind: fc.constant("ALARM"),
      state: fc.constantFrom(...alarmPresences),
      severity: fc.constantFrom(undefined, ...alarmSeverities),
      type: fc.constantFrom(undefined, "Too hot", "Silent", "never"),
    }),
    fc
      .tuple(fc.constantFrom(undefined, ...scopes), key, compared)
      .map(([scope, name, comparison]) => ({ kind: "ATTRIBUTE", scope, key: name, ...comparison })),
    fc.tuple(key, compared, span, span).map(([name, comparison, newerThanMs, olderThanMs]) => ({
      ...{ kind: "LATEST_VALUE", key: name, ...comparison },
      ...(comparison.comparison === "NOT_EXISTS" || (newerThanMs ?? 1e9) < (olderThanMs ?? 0)
        ? {}
        : { newerThanMs, olderThanMs }),
    })),
  );
  const condition = leaf.map((made) => optional(made) as DeviceCondition);
  const node = (part: fc.Arbitrary<DeviceCondition | DeviceFilterNode>): fc.Arbitrary<DeviceFilterNode> =>
    fc.record({ kind: fc.constantFrom("ALL", "ANY"), conditions: fc.array(part, { maxLength: 4 }) });
  return node(fc.oneof({ weight: 3, arbitrary: condition }, { weight: 1, arbitrary: node(condition) }));
}

onEveryDatabase("Device groups", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const world = await groupWorld(database);
    return {
      ...{ database, ...world },
      [Symbol.asyncDispose]: async () => {
        await world.close();
        await dispose();
      },
    };
  }

  test("[PRJ2] whatever the filter, the indexes find what looking at every device finds", async () => {
    await using at = await arrange();
    const add = async (name: string, parentId: ProjectId | null) =>
      (await at.projects.create(at.reach, { name, description: null, parentId })).id;
    const top = await add("top", null);
    const [below, beside] = [await add("below", top), await add("beside", null)];
    const known = new Map<DeviceId, WorldDevice>();
    for (let index = 0; index < 40; index++) {
      const made = deviceAt(index, [top, below, beside, null]);
      known.set(await at.add(made), made);
    }
    const stranger = await newTenant(at.database);
    for (let index = 0; index < 8; index++) await at.add({ ...deviceAt(index, [null]) }, stranger);
    const query = {
      tenantId: at.tenantId,
      countedIn: "all",
      textSearch: undefined,
      sortProperty: "name",
      descending: false,
    } as const;
    const types = await new SqlDeviceTypeStore(at.database).page(query, { page: 0, limit: 10 });
    const typeIds = new Map(types.map(({ name, id }) => [name, id as string]));
    const model: Known = { typeIds, below: new Map([[top, [top, below]]]) };

    await fc.assert(
      fc.asyncProperty(
        filters([...typeIds.values()], [top, below, beside]),
        fc.boolean(),
        async (filter, isLimited) => {
          const reach = isLimited ? { ...at.reach, projects: new Set([below, beside]) } : at.reach;
          const seen = [...known].filter(
            ([, { projectId }]) => !isLimited || projectId === below || projectId === beside,
          );
          // A project out of reach is none, and so is what is above it.
          const within = isLimited ? { ...model, below: new Map([[top, []]]) } : model;
          const expected = seen.filter(([, device]) => isMet(filter, device, within)).map(([id]) => id);

          expect([...(await at.members.find(reach, filter))].sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: runs },
    );
  });

  test("[PRJ2] pages, counts and streams of many chosen devices are in order and without others", async () => {
    await using at = await arrange();
    const all = Array.from({ length: 2_400 }, (_, index) =>
      plainDevice({ tenantId: at.tenantId, name: `d-${(index * 7919) % 2400}` }),
    );
    await at.devices.createMany(all.map((device) => ({ device, credentials: credentialsFor(device.id) })));
    const chosen = all.filter((_, index) => index % 10 !== 0);
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    const query: DeviceQuery & { readonly among: IdSet<DeviceId> } = {
      ...{ reach: at.reach, isUnassigned: false, type: undefined, typeId: undefined, active: undefined },
      sortProperty: "name",
      ...{ descending: false, now: epochMs(worldNow), inactivityTimeoutMs: 1, textSearch: undefined },
      among: IdSet.of(chosen.map(({ id }) => id)),
    };
    const names = (devices: readonly { name: string }[]) => devices.map(({ name }) => name);

    const sorted = chosen.toSorted(byName);
    expect(await at.devices.count(query)).toBe(2_160);
    expect(names(await at.devices.page(query, { page: 2, limit: 50 }))).toEqual(names(sorted.slice(100, 150)));
    expect(
      names(await at.devices.page({ ...query, descending: true, sortProperty: "label" }, { page: 0, limit: 3 })),
    ).toHaveLength(3);
    const searched = { ...query, textSearch: "d-12" };
    const expected = names(sorted.filter(({ name }) => name.includes("d-12")));
    expect(await at.devices.count(searched)).toBe(expected.length);
    expect(names(await at.devices.page(searched, { page: 0, limit: 1_000 }))).toEqual(expected);
    const streamed: string[] = [];
    for await (const some of at.devices.stream(query)) streamed.push(...names(some));
    expect(streamed).toEqual(names(sorted));
    const few = { ...query, among: IdSet.of(sorted.slice(5, 8).map(({ id }) => id)) };
    expect([await at.devices.count(few), names(await at.devices.page(few, { page: 0, limit: 9 }))]).toEqual([
      3,
      names(sorted.slice(5, 8)),
    ]);
  });

  test("[PRJ2] groups are saved, changed by one at a time, counted and deleted", async () => {
    await using at = await arrange();
    const filter = at.filter({ kind: "NAME", comparison: "CONTAINS", text: "a" });
    const make = (name: string) => at.groups.create(at.tenantId, { name, description: null, filter });
    const hot = await make("Hot");
    await make("cold");

    await expect(make("HOT")).rejects.toMatchObject({ code: "DEVICE_GROUP_NAME_TAKEN" });
    const change = { name: "Very hot", description: "above 60", filter: undefined };
    expect(await at.groups.update(at.tenantId, hot.id, change, 1)).toMatchObject({
      version: 2,
      filter,
      name: "Very hot",
    });
    await expect(at.groups.update(at.tenantId, hot.id, change, 1)).rejects.toMatchObject({
      code: "DEVICE_GROUP_STALE",
    });
    await expect(at.groups.update(at.tenantId, hot.id, { ...change, name: "Cold" }, 2)).rejects.toMatchObject({
      code: "DEVICE_GROUP_NAME_TAKEN",
    });
    expect((await at.groups.list(at.tenantId)).map(({ name }) => name)).toEqual(["cold", "Very hot"]);
    const stranger = await newTenant(at.database);
    await expect(at.groups.require(stranger, hot.id)).rejects.toMatchObject({ code: "DEVICE_GROUP_NOT_FOUND" });
    await expect(at.groups.remove(stranger, hot.id)).rejects.toMatchObject({ code: "DEVICE_GROUP_NOT_FOUND" });
    await make("third");
    await expect(make("fourth")).rejects.toMatchObject({ code: "DEVICE_GROUPS_TOO_MANY" });
    await at.groups.remove(at.tenantId, hot.id);
    await expect(at.groups.require(at.tenantId, hot.id)).rejects.toMatchObject({ code: "DEVICE_GROUP_NOT_FOUND" });
  });

  test("[PRJ2] membership follows attributes, values and removed devices at once", async () => {
    await using at = await arrange();
    const id = await at.add(worldDevice());
    const filter = at.filter(
      { kind: "ATTRIBUTE", key: "position", comparison: "EQUAL", value: "roof" },
      { kind: "LATEST_VALUE", key: "temperature", comparison: "GREATER", value: 60 },
    );
    const group = await at.groups.create(at.tenantId, { name: "hot roof", description: null, filter });
    const isIn = async () => (await at.members.membership(at.tenantId, group.id)).has(id);

    const steps: boolean[] = [await isIn()];
    await at.write(id, "SERVER_SCOPE", "position", "Roof");
    await at.send(id, "temperature", 61, worldNow - 5);
    steps.push(await isIn());
    await at.send(id, "temperature", 59);
    steps.push(await isIn());
    await at.send(id, "temperature", 75);
    await at.write(id, "SERVER_SCOPE", "position", "cellar");
    steps.push(await isIn());
    await at.write(id, "SERVER_SCOPE", "position", "ROOF");
    steps.push(await isIn());
    await at.devices.remove(at.tenantId, id);
    steps.push(await isIn());
    const byValueAlone = await at.members.find(at.reach, { kind: "ALL", conditions: filter.conditions.slice(1) });

    expect(steps).toEqual([false, true, false, false, true, false]);
    expect(byValueAlone.size).toBe(0); // its points are there until somebody forgets them
  });

  test("[PRJ2] what is gone, or of a newer version, matches nothing and is told", async () => {
    await using at = await arrange();
    await at.add(worldDevice({ attributes: [["SERVER_SCOPE", "level", 1]] }));
    const gone = "00000000-0000-4000-8000-000000000000";
    const saved = {
      kind: "ANY",
      conditions: [
        { kind: "TYPE", deviceProfileIds: [gone] },
        {
          kind: "ALL",
          conditions: [
            { kind: "PROJECT", projectIds: [gone] },
            { kind: "PHASE_OF_THE_MOON", full: true },
          ],
        },
        { kind: "ATTRIBUTE", key: "nowhere", comparison: "EXISTS" },
        { kind: "LATEST_VALUE", key: "nowhere", comparison: "LIKES", value: 1 },
        { kind: "LATEST_VALUE", key: "nowhere", comparison: "EXISTS" },
        7,
      ],
    };

    const problems = await at.members.problemsOf(at.reach, saved);

    expect((await at.members.find(at.reach, saved)).size).toBe(0);
    expect(problems.map(({ path, code }) => [path.join("."), code])).toEqual([
      ["0", "TYPE_MISSING"],
      ["1.0", "PROJECT_MISSING"],
      ["1.1", "UNKNOWN_CONDITION"],
      ["2", "ATTRIBUTE_UNUSED"],
      ["3", "UNKNOWN_CONDITION"],
      ["4", "KEY_UNUSED"],
      ["5", "UNKNOWN_CONDITION"],
    ]);
    expect((await at.members.find(at.reach, { kind: "SOME" })).size).toBe(0);
  });
});
