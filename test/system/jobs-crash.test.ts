import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, startApp, testPassword } from "../support/app.ts";
import { startMailServer } from "../support/mail-server.ts";
import { spawnNode } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isLongRun, limitOf, sizeOf } from "../switches.ts";

const kills = sizeOf("HELIO_TEST_KILLS");
/** A move of them takes longer than the longest life. */
const devices = isLongRun() ? 2_000 : 400;
const longestLifeMs = isLongRun() ? 300 : 100;

async function logIn(rest: RestClient): Promise<{ client: RestClient; tenantId: string }> {
  const credentials = { username: "admin", password: testPassword };
  const { token } = (await rest.post("/api/auth/login", credentials)).json<{ token: string }>();
  const client = rest.withToken(token);
  const user = (await client.get("/api/auth/user")).json<{ tenantId: { id: string } }>();
  return { client, tenantId: user.tenantId.id };
}

const env = (folder: string, more: Record<string, string> = {}) => ({
  ...{ HELIO_DATA_DIR: folder, HELIO_ADMIN_PASSWORD: testPassword, HELIO_LOG_LEVEL: "silent", HELIO_WORK_LEASE: "1s" },
  HELIO_AUDIT_SEAL_AFTER: "60s", // whoever is killed leaves entries that wait
  ...more,
});

test("[PRJ1] SIGKILL during a move leaves no device half moved, and the next start goes on where it was", {
  timeout: limitOf("HELIO_TEST_KILLS", 120_000),
}, async () => {
  await using folder = await tempFolder();
  let job: JobRecord | undefined;
  let projectId = "";

  for (let kill = 0; kill < kills; kill++) {
    await using node = await (await spawnNode({ env: env(folder.path) })).ready();
    const { client, tenantId } = await logIn(node.rest);
    if (!job) {
      const csv = ["name", ...Array.from({ length: devices }, (_, n) => `device ${n}`)].join("\n");
      const headers = { "content-type": "text/csv" };
      expectOk(await client.post(`/api/tenants/${tenantId}/devices/import`, csv, { headers }));
      projectId = (await client.calls.projects.save({ body: { name: "north" } })).id.id;
      job = await client.calls.jobs.moveDevices({ body: { all: true, projectId: { id: projectId } } });
    }
    await sleep(Math.random() * longestLifeMs);
    await node.kill();
  }

  await using app = await startApp(env(folder.path));
  const { client, tenantId } = await logIn(app.rest);
  const jobId = job?.id.id ?? "";
  await expect.poll(async () => (await client.calls.jobs.get({ jobId })).state, { timeout: 60_000 }).toBe("DONE");
  const end = await client.calls.jobs.get({ jobId });
  expect(end).toMatchObject({ total: devices, processed: devices, changed: devices, failed: 0 });
  const moved = await client.calls.devices.list({ tenantId, projectId, limit: 1 });
  expect(moved.totalElements).toBe(devices);
  const entries = await client.calls.audit.list({ actionTypes: "UPDATED", limit: 1 });
  expect(entries.totalElements).toBe(devices); // each device was moved once
  const { auditStore } = app.platform;
  expect(await auditStore.waiting()).toBe(0);
  for (const chain of await auditStore.chains()) expect(await auditStore.verify(chain)).toBeUndefined(); // [AUD1]
});

test("[AUTH7] SIGKILL while mails go out loses none, and one that arrives twice can be told by its Message-ID", {
  timeout: limitOf("HELIO_TEST_KILLS", 120_000),
}, async () => {
  await using folder = await tempFolder();
  await using server = await startMailServer();
  const invited: string[] = [];
  const settings = env(folder.path, {
    HELIO_SMTP_URL: `smtp://127.0.0.1:${server.port}?security=none`,
    HELIO_MAIL_FROM: "noreply@example.org",
    HELIO_PUBLIC_URL: "https://helio.example.org",
    HELIO_OUTBOX_DELAY: "100ms",
    HELIO_OUTBOX_DELAY_MAX: "500ms",
  });

  for (let kill = 0; kill < kills; kill++) {
    await using node = await (await spawnNode({ env: settings })).ready();
    const { client, tenantId } = await logIn(node.rest);
    for (let count = 0; count < 8; count++) {
      const username = `user-${randomUUID()}@example.org`;
      await client.calls.users.invite({ tenantId, body: { username, authority: "VIEWER" } });
      invited.push(username);
    }
    await sleep(Math.random() * longestLifeMs);
    await node.kill();
  }

  await using _app = await startApp(settings);
  const receivers = () => new Set(server.received.flatMap(({ to }) => to));
  await expect.poll(() => receivers().size, { timeout: 60_000 }).toBe(invited.length);
  expect(receivers()).toEqual(new Set(invited));
  for (const username of invited) {
    const copies = server.received.filter(({ to }) => to.includes(username));
    expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
  }
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(invited.length);
});
