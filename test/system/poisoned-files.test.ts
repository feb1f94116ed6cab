import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { FileRecord } from "@heliograph/contract";
import { encodeOsf } from "@heliograph/osf";
import { expect, test } from "vitest";
import { expectOk, startApp, type TestApp } from "../support/app.ts";

/** The records of these files when their contents have been read. */
async function whenRead(app: TestApp, files: ReadonlyMap<string, Uint8Array>): Promise<FileRecord[]> {
  const home = await app.firstTenant();
  const { id } = (await app.device(home)).id;
  for (const [name, content] of files)
    expectOk(await home.admin.post(`/api/devices/${id}/data-files?name=${name}`, Buffer.from(content)));
  for (;;) {
    const path = `/api/devices/${id}/data-files/original`;
    const { data } = expectOk(await home.admin.get(path)).json<{ data: FileRecord[] }>();
    if (data.every(({ processing }) => processing !== "PENDING")) return data;
    await delay(50);
  }
}

const good = encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (encoder) =>
  encoder.stamped(0, [1_700_000_000_000_000_000n], [1]),
);

/** Some megabytes that unpack to tens of gigabytes: the same packed blocks over and over. */
function withoutEnd(): Buffer {
  const block = new Float64Array(8_000);
  const head = encodeOsf({ channels: [{ name: "a", datatype: "double" }], anyEquidistantType: true }, (encoder) =>
    encoder.start(0, 0n, 1_000, block),
  );
  const more = encodeOsf({ channels: [{ name: "a", datatype: "double" }], anyEquidistantType: true }, (encoder) => {
    encoder.start(0, 0n, 1_000, block);
    for (let count = 0; count < 50; count++) encoder.continue(0, block);
  });
  const blocks = gzipSync(more.subarray(head.length));
  return Buffer.concat([gzipSync(head), ...Array.from({ length: 5_000 }, () => blocks)]);
}

test("[FILE7] a file that cannot be read in time is FAILED, and the next one is read", async () => {
  await using app = await startApp({ HELIO_INDEX_TIMEOUT: "2s" });

  const files = await whenRead(
    app,
    new Map<string, Uint8Array>([
      ["hangs.osfz", withoutEnd()],
      ["good.osf", good],
    ]),
  );

  const byName = new Map(files.map((file) => [file.name, file]));
  expect(byName.get("hangs.osfz")).toMatchObject({
    processing: "FAILED",
    error: expect.stringContaining("longer than"),
  });
  expect(byName.get("good.osf")).toMatchObject({ processing: "DONE", sampleCount: 1 });
});

test("[FILE7] a file that wants more memory than it may have is FAILED, and the next one is read", async () => {
  await using app = await startApp({ HELIO_INDEX_MEMORY: "64" });
  const channels = Array.from({ length: 40_000 }, (_, index) => ({
    name: `a channel with a rather long name ${index} ${"and more ".repeat(10)}`,
    datatype: "double" as const,
  }));
  const hungry = encodeOsf({ channels }, (encoder) => encoder.stamped(0, [0n], [1]));

  const files = await whenRead(
    app,
    new Map<string, Uint8Array>([
      ["hungry.osf", hungry],
      ["good.osf", good],
    ]),
  );

  const byName = new Map(files.map((file) => [file.name, file]));
  expect(byName.get("hungry.osf")).toMatchObject({ processing: "FAILED", error: expect.stringContaining("memory") });
  expect(byName.get("good.osf")).toMatchObject({ processing: "DONE", sampleCount: 1 });
});
