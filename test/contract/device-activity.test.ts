import { expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { Audit } from "../../server/src/core/audit/index.ts";
import { DeviceActivity, Devices } from "../../server/src/core/devices/index.ts";
import { wholeTenant } from "../../server/src/core/projects/index.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noQuotas } from "../support/no-quotas.ts";

const timeoutMs = 600_000;
const hourMs = 3_600_000;

onEveryDatabase("[DEV5] activity over restarts", (open) => {
  /** A world in which nodes come and go on one database. */
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const world = { now: epochMs(1_000_000_000) };
    const clock = () => world.now;
    const tenantId = newId<TenantId>();
    await new SqlTenantStore(database).create({ id: tenantId, name: "Rail Lab", createdTime: world.now });
    const store = new SqlDeviceStore(database);
    const startNode = async () => {
      const told: boolean[] = [];
      const events = new LocalBus((error) => {
        throw error;
      });
      events.subscribe("device-activity", ({ active }) => void told.push(active));
      const activity = new DeviceActivity(store, events, timeoutMs, clock, clock); // time that passes, passes on both
      await activity.start();
      return {
        activity,
        told,
        devices: new Devices({
          store,
          activity,
          events,
          clock,
          chosenTokens: undefined as never,
          audit: new Audit({} as never),
          types: undefined as never,
          projects: { requirePlace: async () => null },
          quotas: noQuotas,
        }),
      };
    };
    const create = async (inactivityTimeoutMs: number | null = null) => {
      const { devices } = await startNode();
      const nothing = { label: null, description: null, serialNumber: null, firmwareVersion: null };
      return devices.create(wholeTenant(tenantId), {
        name: "logger",
        type: "default",
        typeId: null,
        ...nothing,
        inactivityTimeoutMs,
      });
    };
    const pass = (ms: number) => {
      world.now = epochMs(world.now + ms);
    };
    return { store, startNode, create, pass, [Symbol.asyncDispose]: dispose };
  }

  test("a timeout that passes while no node runs is told by the next one, once", async () => {
    await using world = await arrange();
    const device = await world.create();
    const before = await world.startNode();
    before.activity.seen(device);
    await before.activity.flush();

    world.pass(10 * timeoutMs);
    const after = await world.startNode();
    after.activity.sweep();
    await after.activity.flush();
    const last = await world.startNode();
    last.activity.sweep();

    expect([before.told, after.told, last.told]).toEqual([[true], [false], []]);
  });

  test("a device with a longer timeout of its own is still watched after a restart", async () => {
    await using world = await arrange();
    const device = await world.create(5 * hourMs);
    const before = await world.startNode();
    before.activity.seen(device);
    await before.activity.flush();

    world.pass(hourMs);
    const after = await world.startNode();
    after.activity.sweep();
    after.activity.seen(device);
    world.pass(5 * hourMs);
    after.activity.sweep();

    expect(after.told).toEqual([false]);
  });

  test("a device that was silent before the restart comes back as active", async () => {
    await using world = await arrange();
    const device = await world.create();
    const before = await world.startNode();
    before.activity.seen(device);
    world.pass(timeoutMs);
    before.activity.sweep();
    await before.activity.flush();

    const after = await world.startNode();
    after.activity.seen(device);

    expect([before.told, after.told]).toEqual([[true, false], [true]]);
  });

  test("a contact that another node stored later counts", async () => {
    await using world = await arrange();
    const device = await world.create();
    const [first, second] = [await world.startNode(), await world.startNode()];
    first.activity.seen(device);
    await first.activity.flush();
    world.pass(1_000);
    second.activity.seen(device);
    await second.activity.flush();

    const known = await first.devices.require(wholeTenant(device.tenantId), device.id);

    expect(known).toMatchObject({ active: true, lastActivityTime: 1_000_001_000 });
  });
});
