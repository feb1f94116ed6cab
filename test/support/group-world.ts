import { rm } from "node:fs/promises";
import type { AlarmSeverity, AttributeScope, DeviceCondition, DeviceFilterNode } from "@heliograph/contract";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlAlarmStore } from "../../server/src/adapters/sql/stores/alarm-store.ts";
import { SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { SqlAuditStore } from "../../server/src/adapters/sql/stores/audit-store.ts";
import { SqlDeviceGroupStore } from "../../server/src/adapters/sql/stores/device-group-store.ts";
import { SqlDeviceIndex } from "../../server/src/adapters/sql/stores/device-index.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlProjectStore } from "../../server/src/adapters/sql/stores/project-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { openTelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { Audit } from "../../server/src/core/audit/index.ts";
import { DeviceGroups, GroupMembers } from "../../server/src/core/device-groups/index.ts";
import { Projects, wholeTenant } from "../../server/src/core/projects/index.ts";
import type { TelemetryValue } from "../../server/src/core/telemetry/index.ts";
import {
  type AlarmId,
  type CredentialsId,
  type DeviceId,
  newId,
  type ProjectId,
  type TenantId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { plainDevice } from "./plain-device.ts";

export interface WorldAlarm {
  readonly type: string;
  readonly severity: AlarmSeverity;
  readonly acknowledged: boolean;
  readonly cleared: boolean;
}

/** What a device of the world is like. */
export interface WorldDevice {
  readonly name: string;
  readonly type: string;
  readonly projectId: ProjectId | null;
  readonly createdTime: number;
  readonly inactivityTimeoutMs: number | null;
  readonly contact: number | null;
  readonly attributes: readonly (readonly [AttributeScope, string, TelemetryValue])[];
  readonly latest: readonly (readonly [string, number, TelemetryValue])[];
  readonly alarms: readonly WorldAlarm[];
}

export const worldNow = 10_000_000;
export const worldTimeoutMs = 1_000_000;

/** Devices in a database and a telemetry store, and whoever finds them by conditions. */
export async function groupWorld(database: Database) {
  const folder = scratchFolder("groups");
  const telemetry = await openTelemetryBlocks({ folder, readers: 1, arena: { points: 10_000, series: 10_000 } });
  const tenantId = await newTenant(database);
  const clock = () => epochMs(worldNow);
  const transactions = new SqlTransactions(database);
  const audit = new Audit({ store: new SqlAuditStore(database), transactions, clock });
  const events = { publish: () => undefined, subscribe: () => () => undefined };
  const projects = new Projects(
    { store: new SqlProjectStore(database), transactions, audit, events, clock },
    { perTenant: 100, depth: 5 },
  );
  const groups = new DeviceGroups(
    { store: new SqlDeviceGroupStore(database), transactions, audit, clock },
    { perTenant: 3, conditions: 10 },
  );
  const activity = { flush: async () => undefined, timeoutMs: worldTimeoutMs };
  const index = new SqlDeviceIndex(database);
  const members = new GroupMembers({ groups, index, latest: telemetry.search, projects, activity, clock });
  const devices = new SqlDeviceStore(database);
  const attributes = new SqlAttributeStore(database, 1_000);
  const alarms = new SqlAlarmStore(database);

  async function add(made: WorldDevice, owner = tenantId): Promise<DeviceId> {
    const { name, type, projectId, inactivityTimeoutMs } = made;
    const createdTime = epochMs(made.createdTime);
    const device = plainDevice({ tenantId: owner, name, type, projectId, createdTime, inactivityTimeoutMs });
    const credentials = { id: newId<CredentialsId>(), deviceId: device.id, createdTime, token: `token-${device.id}` };
    await devices.create({ device, credentials });
    if (made.contact !== null)
      await devices.recordActivity(new Map([[device.id, { time: epochMs(made.contact), active: true }]]));
    for (const [scope, key, value] of made.attributes) await write(device.id, scope, key, value, owner);
    for (const [key, ts, value] of made.latest) await send(device.id, key, value, ts, owner);
    for (const alarm of made.alarms) await raise(device.id, alarm, owner);
    return device.id;
  }
  const raise = (deviceId: DeviceId, alarm: WorldAlarm, owner: TenantId) =>
    alarms.insert({
      ...{ id: newId<AlarmId>(), tenantId: owner, originator: { type: "DEVICE", id: deviceId }, ...alarm },
      ...{ createdTime: clock(), startTs: clock(), endTs: clock(), details: null },
      ...{ ackTs: null, clearTs: alarm.cleared ? clock() : null, assigneeId: null, assignTs: null },
    });
  const write = (deviceId: DeviceId, scope: AttributeScope, key: string, value: TelemetryValue, owner = tenantId) =>
    attributes.apply({ tenantId: owner, deviceId, scope, time: clock(), values: new Map([[key, value]]), deleted: [] });
  const send = (id: DeviceId, key: string, value: TelemetryValue, ts = worldNow, owner = tenantId) =>
    telemetry.append(id, [{ key, value, ts: epochMs(ts) }], { owner });
  const filter = (...conditions: (DeviceCondition | DeviceFilterNode)[]): DeviceFilterNode => ({
    kind: "ALL",
    conditions,
  });

  return {
    ...{ tenantId, reach: wholeTenant(tenantId), telemetry, projects, groups, index, members, devices, attributes },
    ...{ add, write, send, filter },
    close: async () => {
      await telemetry.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function newTenant(database: Database): Promise<TenantId> {
  const id = newId<TenantId>();
  await new SqlTenantStore(database).create({ id, createdTime: epochMs(1), name: `tenant ${id}` });
  return id;
}

/** A device about which nothing special is known. */
export const worldDevice = (over: Partial<WorldDevice> = {}): WorldDevice => ({
  name: newId<DeviceId>(),
  type: "default",
  projectId: null,
  createdTime: 1,
  inactivityTimeoutMs: null,
  contact: null,
  attributes: [],
  latest: [],
  alarms: [],
  ...over,
});
