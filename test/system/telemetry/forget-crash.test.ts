import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { loginAsAdmin } from "../../support/admin-login.ts";
import { expectOk, startApp, testPassword } from "../../support/app.ts";
import { type NodeProcess, spawnNode } from "../../support/node-process.ts";
import type { RestClient } from "../../support/rest-client.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { sizeOf } from "../../switches.ts";

const kills = sizeOf("HELIO_TEST_KILLS");
const devicesPerRound = 12;
const forgetAfterMs = 200;
const base = "/api/plugins/telemetry/DEVICE";

interface Fleet {
  /** By name; devices that are to stay have an even number. */
  readonly ids: Map<string, string>;
}

async function createWithPoints(admin: RestClient, name: string): Promise<string> {
  const { id } = expectOk(await admin.post("/api/device", { name })).json<{ id: { id: string } }>().id;
  expectOk(await admin.post(`${base}/${id}/timeseries/ANY`, { ts: 1, values: { a: name, b: 1 } }));
  return id;
}

/** Removes every second device and kills the node somewhere between that and the end of their points. */
async function removeAndKill(node: NodeProcess, admin: RestClient, round: number, fleet: Fleet): Promise<void> {
  for (let n = 0; n < devicesPerRound; n++) {
    const name = `device ${round}-${n}`;
    fleet.ids.set(name, await createWithPoints(admin, name));
  }
  const removed = [...fleet.ids].filter(([name]) => name.startsWith(`device ${round}-`) && isDoomed(name));
  await Promise.all(removed.map(async ([, id]) => expectOk(await admin.delete(`/api/device/${id}`))));
  await sleep(Math.random() * 2 * forgetAfterMs);
  await node.kill();
}

const isDoomed = (name: string): boolean => Number(name.split("-")[1]) % 2 === 1;

function devicesWithPoints(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, "telemetry.db"), { readOnly: true });
  const rows = db.prepare("SELECT DISTINCT d.name FROM device d JOIN series s ON s.device = d.id").all();
  db.close();
  return rows.map((row) => String(row["name"]));
}

const latestOf = async (admin: RestClient, id: string): Promise<unknown> =>
  expectOk(await admin.get(`${base}/${id}/values/timeseries`)).json();

test(
  "[DEV3] killed between a device's removal and that of its points, a node removes them after all, and only them",
  async () => {
    await using folder = await tempFolder();
    const env = {
      HELIO_ADMIN_PASSWORD: testPassword,
      HELIO_DATA_DIR: folder.path,
      HELIO_FORGET_AFTER: `${forgetAfterMs}ms`,
    };
    const fleet: Fleet = { ids: new Map() };
    for (let round = 0; round < kills; round++) {
      await using node = await (await spawnNode({ env })).ready();
      await removeAndKill(node, await loginAsAdmin(node.rest), round, fleet);
    }

    await using app = await startApp(env);
    const admin = await app.login("admin");
    const kept = [...fleet.ids].filter(([name]) => !isDoomed(name));
    await expect.poll(() => devicesWithPoints(folder.path).toSorted()).toEqual(kept.map(([, id]) => id).toSorted());
    for (const [name, id] of kept) expect(await latestOf(admin, id)).toMatchObject({ a: [{ ts: 1, value: name }] });
    for (const [name] of [...fleet.ids].filter(([other]) => isDoomed(other))) {
      const { id } = expectOk(await admin.post("/api/device", { name })).json<{ id: { id: string } }>().id;
      expect(await latestOf(admin, id)).toEqual({}); // a new device of the old name has none of the old points
    }
  },
  120_000 + kills * 20_000,
);
