import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { loginAsAdmin } from "../support/admin-login.ts";
import { startApp, testPassword } from "../support/app.ts";
import { spawnNode } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { limitOf, sizeOf } from "../switches.ts";

const kills = sizeOf("HELIO_TEST_SINGLE_KILLS");
const writers = 4;
const longestLifeMs = 400;

/** Creates devices until the node is gone; writes down what was acknowledged, and what was asked for. */
async function writeUntilKilled(
  client: RestClient,
  acknowledged: Map<string, string>,
  asked: Set<string>,
): Promise<void> {
  for (;;) {
    const [name, label] = [randomUUID(), randomUUID()];
    asked.add(name);
    try {
      const response = await client.post("/api/device", { name, label });
      if (response.status === 201) acknowledged.set(name, label);
    } catch {
      return;
    }
  }
}

async function expectAllThere(
  client: RestClient,
  acknowledged: ReadonlyMap<string, string>,
  asked: ReadonlySet<string>,
): Promise<void> {
  const user = (await client.get("/api/auth/user")).json<{ tenantId: { id: string } }>();
  const list = await client.get(`/api/tenants/${user.tenantId.id}/devices?limit=-1`);
  const { data } = list.json<{ data: { id: { id: string }; name: string; label: string }[] }>();
  const there = new Map(data.map(({ name, label }) => [name, label]));

  for (const [name, label] of acknowledged) expect(there.get(name)).toBe(label);
  for (const name of there.keys()) expect(asked).toContain(name);
  const [last] = data.slice(-1);
  if (last) expect((await client.get(`/api/device/${last.id.id}/credentials`)).status).toBe(200);
}

test.skipIf(kills === 0)(
  "[REL1] SIGKILL at any moment loses no device that was acknowledged, and invents none",
  {
    timeout: limitOf("HELIO_TEST_SINGLE_KILLS", 120_000),
  },
  async () => {
    await using folder = await tempFolder();
    const env = { HELIO_DATA_DIR: folder.path, HELIO_ADMIN_PASSWORD: testPassword, HELIO_LOG_LEVEL: "silent" };
    const acknowledged = new Map<string, string>();
    const asked = new Set<string>();

    for (let kill = 0; kill < kills; kill++) {
      await using node = await (await spawnNode({ env })).ready();
      const client = await loginAsAdmin(node.rest);
      await expectAllThere(client, acknowledged, asked);
      const writing = Array.from({ length: writers }, () => writeUntilKilled(client, acknowledged, asked));
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size).toBeGreaterThan(before); // however busy the machine is
      await sleep(Math.random() * longestLifeMs);
      await node.kill();
      await Promise.all(writing);
    }

    await using app = await startApp({ HELIO_DATA_DIR: folder.path });
    await expectAllThere(await app.login("admin"), acknowledged, asked);
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills);
  },
);
