import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { helio } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isLongRun, limitOf, sizeOf } from "../switches.ts";

const workers = 4;
/** Before a device is made: whoever copies them needs the cores, too. */
const pauseMs = isLongRun() ? 0 : 20;
/** Backups taken one after the other while devices come and go. */
const backups = sizeOf("HELIO_TEST_BACKUPS");
const points = 5;
const base = "/api/plugins/telemetry/DEVICE";
/** As short as it may be: points of removed devices go while a backup is being made. */
const env = { HELIO_FORGET_AFTER: "100ms" };

/** Creates a device, gives it points and, mostly, removes it after a while. */
async function lifeOf(admin: RestClient, name: string, complete: Set<string>): Promise<void> {
  const { id } = expectOk(await admin.post("/api/device", { name })).json<{ id: { id: string } }>().id;
  const batch = Array.from({ length: points }, (_, i) => ({ ts: i + 1, values: { a: i } }));
  expectOk(await admin.post(`${base}/${id}/timeseries/ANY`, batch));
  complete.add(id);
  await sleep(Math.random() * 100);
  if (!name.endsWith("0")) expectOk(await admin.delete(`/api/device/${id}`));
}

async function devicesOf(admin: RestClient): Promise<string[]> {
  const tenant = (await admin.get("/api/auth/user")).json<{ tenantId: { id: string } }>().tenantId.id;
  const list = expectOk(await admin.get(`/api/tenants/${tenant}/devices?limit=-1`));
  return list.json<{ data: { id: { id: string } }[] }>().data.map(({ id }) => id.id);
}

function devicesWithPoints(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, "telemetry.db"), { readOnly: true });
  const names = db
    .prepare("SELECT name FROM device")
    .all()
    .map((row) => String(row["name"]));
  db.close();
  return names;
}

test("[REL4, DEV3] restored while devices came and went, every device has its points and no points are nobody's", {
  timeout: limitOf("HELIO_TEST_BACKUPS", 300_000),
}, async () => {
  await using folder = await tempFolder();
  await using app = await startApp(env);
  const admin = await app.login("admin");
  const complete = new Set<string>();
  let isWorking = true;
  const working = Array.from({ length: workers }, async (_, worker) => {
    for (let n = 0; isWorking; n++, await sleep(pauseMs)) await lifeOf(admin, `device ${worker}-${n}`, complete);
  });
  const taken: { target: string; before: ReadonlySet<string> }[] = [];
  for (let n = 0; n < backups; n++) {
    await expect.poll(() => complete.size, { timeout: 60_000 }).toBeGreaterThan((n + 1) * 20);
    const [source, target] = [join(folder.path, `backup ${n}`), join(folder.path, `restored ${n}`)];
    const before = new Set(complete);
    expect(await helio(["backup", source, "--data-dir", app.config.dataDir])).toMatchObject({ code: 0, stderr: "" });
    expect(await helioHere(["restore", source, "--data-dir", target])).toMatchObject({ code: 0 });
    taken.push({ target, before });
  }
  isWorking = false;
  await Promise.all(working);

  for (const { target, before } of taken) {
    await using restored = await startApp({ ...env, HELIO_DATA_DIR: target });
    const again = await restored.login("admin");
    const devices = await devicesOf(again);
    expect(devices.length).toBeGreaterThan(0);
    for (const id of devices.filter((device) => before.has(device))) {
      const query = "keys=a&startTs=0&endTs=99&useStrictDataTypes=true";
      const { a } = expectOk(await again.get(`${base}/${id}/values/timeseries?${query}`)).json<{ a?: unknown[] }>();
      expect(a, `points of ${id}`).toHaveLength(points);
    }
    const known = new Set(devices);
    const strangers = (): string[] => devicesWithPoints(target).filter((id) => !known.has(id));
    await expect.poll(strangers).toEqual([]);
  }
});
