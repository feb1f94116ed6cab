import { expect, test } from "vitest";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlPointsToForget } from "../../server/src/adapters/sql/stores/points-to-forget.ts";
import { SqlTenantSettingsStore } from "../../server/src/adapters/sql/stores/tenant-settings-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { type CredentialsId, type DeviceId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const nothing = {
  ...{ telemetryRetentionMs: null, historyDepthMs: null, title: null, accentColor: null, logo: null },
  ...{ homePage: null, version: 0 },
};

onEveryDatabase("tenant settings and points to forget", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const clock = () => epochMs(5_000);
    const tenants = new SqlTenantStore(database, clock);
    const devices = new SqlDeviceStore(database, clock);
    const tenant = async (name: string) => {
      const id = newId<TenantId>();
      await tenants.create({ id, name, createdTime: epochMs(1) });
      return id;
    };
    const device = async (tenantId: TenantId) => {
      const id = newId<DeviceId>();
      const texts = { type: "x", label: null, description: null, serialNumber: null, firmwareVersion: null };
      await devices.create({
        device: {
          ...texts,
          name: id,
          id,
          tenantId,
          createdTime: epochMs(1),
          inactivityTimeoutMs: null,
          projectId: null,
        },
        credentials: { id: newId<CredentialsId>(), deviceId: id, createdTime: epochMs(1), token: id },
      });
      return id;
    };
    const list = new SqlPointsToForget(database);
    const settings = new SqlTenantSettingsStore(database);
    return { tenants, devices, tenant, device, list, settings, [Symbol.asyncDispose]: dispose };
  }

  test("[TEL5] retention is unlimited until it is set, and again when it is unset", async () => {
    await using at = await arrange();
    const lab = await at.tenant("lab");
    expect(await at.settings.read(lab)).toEqual(nothing);
    const century = { ...nothing, telemetryRetentionMs: 3_155_760_000_000, version: 1 };

    expect(await at.settings.save(lab, century)).toBe("saved");

    expect(await at.settings.read(lab)).toEqual(century);
    expect(await at.settings.withRetention()).toEqual([{ tenantId: lab, telemetryRetentionMs: 3_155_760_000_000 }]);
    await at.settings.save(lab, { ...nothing, version: 2 });
    expect(await at.settings.withRetention()).toEqual([]);
    expect(await at.settings.save(newId<TenantId>(), { ...nothing, version: 1 })).toBe("no-such-tenant");
  });

  test("of two who save settings at once one is told that they changed, and all of the other's are kept", async () => {
    await using at = await arrange();
    const lab = await at.tenant("lab");
    const settings = {
      ...nothing,
      ...{ historyDepthMs: 60_000, title: "Lab \u{1f980}", accentColor: "#112233", version: 1 },
      ...{ logo: `data:image/png;base64,${"A".repeat(100_000)}`, homePage: { kind: "DEVICES" } as const },
    };
    await at.settings.save(lab, settings);

    const outcomes = await Promise.all(
      [1, 2].map((n) => at.settings.save(lab, { ...settings, title: `${n}`, version: 2 })),
    );

    expect(outcomes.toSorted()).toEqual(["changed-meanwhile", "saved"]);
    expect(await at.settings.read(lab)).toEqual({ ...settings, title: expect.stringMatching(/^[12]$/), version: 2 });
    expect(await at.settings.withHistoryDepth()).toEqual([{ tenantId: lab, historyDepthMs: 60_000 }]);
  });

  test("settings go with their tenant", async () => {
    await using at = await arrange();
    const lab = await at.tenant("lab");
    await at.settings.save(lab, { ...nothing, telemetryRetentionMs: 60_000, version: 1 });

    await at.tenants.remove(lab);

    expect(await at.settings.withRetention()).toEqual([]);
  });

  test("the devices of a tenant are all found, and no other's", async () => {
    await using at = await arrange();
    const [lab, other] = [await at.tenant("lab"), await at.tenant("other")];
    const ours = [await at.device(lab), await at.device(lab)];
    await at.device(other);

    const found: DeviceId[] = [];
    for await (const ids of at.devices.idsIn(lab)) found.push(...ids);

    expect(found.sort()).toEqual(ours.sort());
  });

  test("[DEV3] a removed device is on the list with the moment it went, until it is struck off", async () => {
    await using at = await arrange();
    const lab = await at.tenant("lab");
    const [gone, kept] = [await at.device(lab), await at.device(lab)];
    await at.devices.remove(lab, newId<DeviceId>());
    await at.devices.remove(await at.tenant("other"), kept);

    await at.devices.remove(lab, gone);

    expect(await at.list.list(epochMs(5_000), 10)).toEqual([]);
    expect(await at.list.list(epochMs(5_001), 10)).toEqual([gone]);
    await at.list.strike([]);
    await at.list.strike([gone, kept]);
    expect(await at.list.list(epochMs(5_001), 10)).toEqual([]);
  });

  test("[DEV3] a removed tenant puts all its devices on the list", async () => {
    await using at = await arrange();
    const [lab, other] = [await at.tenant("lab"), await at.tenant("other")];
    const ours = [await at.device(lab), await at.device(lab), await at.device(lab)];
    await at.device(other);

    await at.tenants.remove(lab);

    expect([...(await at.list.list(epochMs(9_000), 10))].sort()).toEqual(ours.sort());
    expect(await at.list.list(epochMs(9_000), 2)).toHaveLength(2);
  });
});
