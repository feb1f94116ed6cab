import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { helio } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isLongRun, limitOf, sizeOf } from "../switches.ts";

const writers = 4;
/** Whoever copies needs the cores, too; it takes many times as long. */
const pauseMs = isLongRun() ? 0 : 10;
/** Commits that are acknowledged before the backup begins; more make the file larger, and the copy longer. */
const commitsBefore = sizeOf("HELIO_TEST_BACKUP_COMMITS");
const base = "/api/plugins/telemetry/DEVICE";

interface Sample {
  readonly ts: number;
  readonly value: number;
}

/** Each commit is one message of two keys and a shared attribute with its number. */
async function commit(admin: RestClient, id: string, ts: number): Promise<void> {
  expectOk(await admin.post(`${base}/${id}/timeseries/ANY`, { ts, values: { a: ts, b: -ts } }));
  expectOk(await admin.post(`${base}/${id}/attributes/SHARED_SCOPE`, { last: ts, [`k${ts}`]: { ts } }));
}

async function historyOf(admin: RestClient, id: string): Promise<Record<string, Sample[]>> {
  const query = "keys=a,b&startTs=0&endTs=99999999&orderBy=ASC&limit=99999999&useStrictDataTypes=true";
  return expectOk(await admin.get(`${base}/${id}/values/timeseries?${query}`)).json();
}

test("[REL4] a backup under load holds the points and attributes acknowledged before it began, each message whole", {
  timeout: limitOf("HELIO_TEST_BACKUP_COMMITS", 300_000),
}, async () => {
  await using folder = await tempFolder();
  await using app = await startApp();
  const admin = await app.login("admin");
  const device = async (name: string) =>
    expectOk(await admin.post("/api/device", { name })).json<{ id: { id: string } }>().id.id;
  const ids = await Promise.all(Array.from({ length: writers }, (_, n) => device(`logger ${n}`)));
  const acknowledged = ids.map(() => 0);
  let isWriting = true;
  const writing = ids.map(async (id, writer) => {
    for (let ts = 1; isWriting; ts++) {
      await commit(admin, id, ts);
      acknowledged[writer] = ts;
      await sleep(pauseMs);
    }
  });
  const total = () => acknowledged.reduce((sum, count) => sum + count, 0);
  await expect.poll(total, { timeout: limitOf("HELIO_TEST_BACKUP_COMMITS", 120_000) }).toBeGreaterThan(commitsBefore);

  const before = [...acknowledged];
  const result = await helio(["backup", join(folder.path, "backup"), "--data-dir", app.config.dataDir]);
  const after = total();
  isWriting = false;
  await Promise.all(writing);

  expect(result).toMatchObject({ code: 0, stderr: "" });
  expect(after).toBeGreaterThan(before.reduce((sum, count) => sum + count, 0)); // the node went on meanwhile
  const target = join(folder.path, "restored");
  expect(await helioHere(["restore", join(folder.path, "backup"), "--data-dir", target])).toMatchObject({ code: 0 });
  await using restored = await startApp({ HELIO_DATA_DIR: target });
  const again = await restored.login("admin");
  for (const [writer, id] of ids.entries()) {
    const { a = [], b = [] } = await historyOf(again, id);
    expect(a.length).toBeGreaterThanOrEqual(before[writer] ?? 0);
    expect(a).toEqual(a.map((_, n) => ({ ts: n + 1, value: n + 1 })));
    expect(b).toEqual(a.map(({ ts }) => ({ ts, value: -ts })));
    const attributes = expectOk(await again.get(`${base}/${id}/values/attributes/SHARED_SCOPE`));
    const values = new Map(attributes.json<{ key: string; value: unknown }[]>().map(({ key, value }) => [key, value]));
    expect(values.get("last")).toBeGreaterThanOrEqual(before[writer] ?? 0);
    expect(values.get(`k${before[writer]}`)).toEqual({ ts: before[writer] });
  }
  await commit(again, ids[0] ?? "", 99_999); // and it goes on from there
});
