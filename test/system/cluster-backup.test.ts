import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expectOk, startApp, type TestApp } from "../support/app.ts";
import { ClusterPlace, hasCluster } from "../support/cluster-place.ts";
import { deviceOf } from "../support/filled-installation.ts";
import { helioHere } from "../support/helio-here.ts";
import type { RestClient } from "../support/rest-client.ts";
import { quickFolder } from "../support/temp-folder.ts";

const telemetry = "/api/plugins/telemetry/DEVICE";
const devices = 12;

const newest = async (admin: RestClient, device: string): Promise<unknown> => {
  const found = expectOk(await admin.get(`${telemetry}/${device}/values/timeseries?keys=n&useStrictDataTypes=true`));
  return found.json<{ n?: { value: unknown }[] }>().n?.[0]?.value;
};

describe.skipIf(!hasCluster())("nodes that share a PostgreSQL, an S3 and a NATS", () => {
  let [place, nodes]: [ClusterPlace | undefined, TestApp[]] = [undefined, []];
  const folder = quickFolder();
  const written = new Map<string, number>();

  beforeAll(async () => {
    place = await ClusterPlace.start();
    const { env } = place;
    nodes = await Promise.all([0, 1].map((n) => startApp({ ...env, HELIO_NODE_NAME: `node ${n}` })));
    const admins = await Promise.all(nodes.map((node) => node.login("admin")));
    const [admin] = admins;
    if (!admin) return;
    for (let n = 0; n < devices; n++) {
      const { id } = await deviceOf(admin, `device ${n}`);
      await vi.waitUntil(() => isTaken(admins, id, n), { timeout: 60_000 });
      written.set(id, n);
    }
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    await place?.[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** By whichever node has the device; at the beginning shards are on their way. */
  async function isTaken(admins: readonly RestClient[], id: string, n: number): Promise<boolean> {
    for (const admin of admins) {
      const { status } = await admin.post(`${telemetry}/${id}/timeseries/ANY`, { ts: 1_000 + n, values: { n } });
      if (status === 200) return true;
    }
    return false;
  }

  test("[REL4, CLU1] are backed up while they run, from a machine without anything of theirs: one node has it all afterwards", async () => {
    const env = place?.env ?? {};
    const backup = join(folder.path, "backup");
    const alone = { HELIO_DATA_DIR: join(folder.path, "alone"), HELIO_SECRET: env["HELIO_SECRET"] ?? "" };

    const backedUp = await helioHere(["backup", backup], { ...env, HELIO_DATA_DIR: join(folder.path, "elsewhere") });
    const restored = await helioHere(["restore", backup], alone);

    expect(backedUp).toMatchObject({ code: 0, stderr: "" });
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    await using app = await startApp(alone);
    const admin = await app.login("admin");
    for (const [id, n] of written) expect(await newest(admin, id), `device ${n}`).toBe(n);
  });

  test("[CLU1] are moved into a data folder once they have stopped, and not before", async () => {
    const env = { ...(place?.env ?? {}), HELIO_DATA_DIR: join(folder.path, "elsewhere") };
    const [file, alone] = [join(folder.path, "new.env"), join(folder.path, "moved")];
    const secret = env["HELIO_SECRET" as keyof typeof env];
    await writeFile(file, `HELIO_DATA_DIR=${alone}\nHELIO_SECRET="${secret}"\n`);

    expect(await helioHere(["move", file], env)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("running") },
    });
    for (const node of nodes.splice(0)) await node[Symbol.asyncDispose]();
    expect(await helioHere(["move", file], env)).toMatchObject({ code: 0, stderr: "" });

    await using app = await startApp({ HELIO_DATA_DIR: alone, HELIO_SECRET: secret });
    const admin = await app.login("admin");
    for (const [id, n] of written) expect(await newest(admin, id), `device ${n}`).toBe(n);
  });
});
