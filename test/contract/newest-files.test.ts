import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlNewestFiles } from "../../server/src/adapters/sql/stores/newest-file-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import type { NewestFilesQuery } from "../../server/src/core/files/index.ts";
import { wholeTenant } from "../../server/src/core/projects/index.ts";
import {
  type CredentialsId,
  type DeviceId,
  newId,
  type ProjectId,
  type TenantId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { plainDevice } from "../support/plain-device.ts";

const nothingRead = {
  processing: "NONE",
  ...{ error: null, startTime: null, endTime: null, channelCount: null, sampleCount: null },
} as const;

onEveryDatabase("NewestFiles", (open) => {
  async function arrange(lookedAtMost = 1_000) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [devices, files] = [new SqlDeviceStore(database), new SqlFileStore(database)];
    const tenant = async () => {
      const id = newId<TenantId>();
      await new SqlTenantStore(database).create({ id, name: id, createdTime: epochMs(1) });
      return id;
    };
    const device = async (tenantId: TenantId, name: string) => {
      const made = plainDevice({ tenantId, createdTime: epochMs(1), name });
      const credentials = {
        id: newId<CredentialsId>(),
        deviceId: made.id,
        createdTime: epochMs(1),
        token: randomUUID(),
      };
      await devices.create({ device: made, credentials });
      return made.id;
    };
    const file = (deviceId: DeviceId, name: string, receivedTime: number | null, tag = "raw") =>
      files.change(deviceId, [{ name, tag }], () => ({
        ...{ id: newId(), deviceId, tag, name, status: receivedTime === null ? 0 : 2, createdTime: epochMs(1) },
        listed: { size: 1, startTime: epochMs(5), endTime: null, listing: null },
        content:
          receivedTime === null ? null : { sha256: "a".repeat(64), size: 1, receivedTime: epochMs(receivedTime) },
        findings: nothingRead,
      }));
    const store = new SqlNewestFiles(database, lookedAtMost);
    const [home, other] = [await tenant(), await tenant()];
    const query = (over: Partial<NewestFilesQuery> = {}): NewestFilesQuery => ({
      ...{ reach: wholeTenant(home), isUnassigned: false, textSearch: undefined, tag: undefined, before: undefined },
      ...over,
    });
    const names = async (over: Partial<NewestFilesQuery> = {}, limit = 10) =>
      (await store.page(query(over), limit)).found.map(({ file: { name }, deviceName }) => `${deviceName}:${name}`);
    return { ...{ home, other, device, file, store, query, names }, [Symbol.asyncDispose]: dispose };
  }

  test("[FILE3] tells what came last of all devices of a tenant, nobody else's, and not what was only announced", async () => {
    await using at = await arrange();
    const [pump, fan] = [await at.device(at.home, "pump"), await at.device(at.home, "fan")];
    const foreign = await at.device(at.other, "foreign");
    await at.file(pump, "old.osf", 10);
    await at.file(fan, "New.osf", 30, "preview");
    await at.file(pump, "middle.osf", 20);
    await at.file(pump, "announced.osf", null);
    await at.file(foreign, "theirs.osf", 99);

    expect(await at.names()).toEqual(["fan:New.osf", "pump:middle.osf", "pump:old.osf"]);
    expect(await at.names({ textSearch: "NEW" })).toEqual(["fan:New.osf"]);
    expect(await at.names({ tag: "raw" })).toEqual(["pump:middle.osf", "pump:old.osf"]);
    expect(await at.names({ isUnassigned: true }, 1)).toEqual(["fan:New.osf"]);
    expect(await at.names({ reach: { ...wholeTenant(at.home), projects: new Set([newId<ProjectId>()]) } })).toEqual([]);
  });

  test("[API5] pages follow each other without a gap, also where all came at once; a look that ends early goes on", async () => {
    await using at = await arrange(4);
    const pump = await at.device(at.home, "pump");
    for (let number = 0; number < 9; number++) await at.file(pump, `f${number}`, 7);
    await at.file(pump, "wanted", 1);

    const seen: string[] = [];
    for (let before: NewestFilesQuery["before"], pages = 0; pages < 20; pages++) {
      const { found, next } = await at.store.page(at.query({ before }), 3);
      seen.push(...found.map(({ file: { name } }) => name));
      if (!next) break;
      before = next;
    }
    const first = await at.store.page(at.query({ textSearch: "wanted" }), 3);

    expect([seen.length, new Set(seen).size, seen.at(-1)]).toEqual([10, 10, "wanted"]);
    expect(first.found).toEqual([]);
    expect(first.next).not.toBeNull();
  });
});
