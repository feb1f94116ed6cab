import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { smallDisk } from "../support/small-disk.ts";

/** So much is left to fill. */
const leftBytes = 1_500_000;

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

test("[REL2] on a full disk writes are refused with 503, reads go on, and it recovers by itself", async (context) => {
  await using disk = await smallDisk(12);
  if (!disk) return context.skip();
  const ballast = join(disk.path, "ballast");
  await using app = await startApp({ HELIO_DATA_DIR: join(disk.path, "data") });
  const home = await app.firstTenant();
  writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes(disk.path) - leftBytes)));
  const description = "x".repeat(4_096);
  const create = (name: string) => home.admin.post("/api/device", { name, additionalInfo: { description } });

  const created: string[] = [];
  let refused = await create("first");
  for (let number = 0; refused.status === 201 && number < 5_000; number++) {
    created.push(refused.json<{ name: string }>().name);
    refused = await create(`device ${number}`);
  }

  expect(refused.json()).toMatchObject({ status: 503, errorCode: 2 });
  expect(refused.headers["retry-after"]).toBeDefined();
  const listed = (await home.admin.get(`/api/tenants/${home.id}/devices?limit=-1`)).json<{
    data: { name: string }[];
  }>();
  expect(listed.data.map(({ name }) => name).sort()).toEqual(created.sort());

  rmSync(ballast);
  expect((await create("after")).status).toBe(201);
});
