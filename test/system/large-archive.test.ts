import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DataFolder } from "../../server/src/adapters/data-folder/data-folder.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import type { DeviceFile } from "../../server/src/core/files/index.ts";
import { type DeviceId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { expectOk, startApp } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { hasProgram } from "../support/debian-package.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { limitOf, sizeOf } from "../switches.ts";

/** HELIO_TEST_ARCHIVE_MB=10240 makes an archive that needs ZIP64 everywhere; it takes twice that on the disk of the temporary folder. */
const megabytes = sizeOf("HELIO_TEST_ARCHIVE_MB");
const mib = 1_048_576;
const largestFileMb = 5_120;
/** Growth ends at about 100 MiB, whether one GiB is read or several: what the collector leaves, not the archive. */
const mayGrowBy = 128 * mib;

const withPrograms =
  hasProgram("curl", "--version", ["curl"], "a large archive is not fetched") &&
  hasProgram("unzip", "-v", ["unzip"], "a large archive is not checked");

const residentBytes = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024;

/** Files of zeros that take no space, put where the node keeps contents, and their records. */
async function addSparseFiles(dataDir: string, deviceId: string): Promise<string[]> {
  const folder = new DataFolder(dataDir);
  const database = await openSqlite(folder.database);
  const sizes = [Math.min(megabytes >> 1, largestFileMb), megabytes >> 2, megabytes >> 3, megabytes >> 3];
  try {
    const store = new SqlFileStore(database);
    for (const [index, size] of sizes.entries()) {
      const file = record(deviceId as DeviceId, `/large/${index}.bin`, size * mib);
      const sha256 = file.content?.sha256 ?? "";
      const place = join(folder.files, "contents", sha256.slice(0, 2));
      await mkdir(place, { recursive: true });
      await using content = await open(join(place, sha256), "w");
      await content.truncate(size * mib);
      await store.change(deviceId as DeviceId, [file], () => file);
    }
  } finally {
    await database.close();
  }
  return sizes.map((_, index) => `/large/${index}.bin`);
}

/** Of so many zeros; the node compares contents with their hashes before it sends them [REL5]. */
function hashOfZeros(size: number): string {
  const [hash, zeros] = [createHash("sha256"), Buffer.alloc(mib)];
  for (let left = size; left > 0; left -= mib) hash.update(zeros);
  return hash.digest("hex");
}

const record = (deviceId: DeviceId, name: string, size: number): DeviceFile => ({
  id: newId(),
  deviceId,
  tag: "preview",
  name,
  status: 2,
  createdTime: epochMs(1),
  listed: { size: null, startTime: null, endTime: null, listing: null },
  content: { sha256: hashOfZeros(size), size, receivedTime: epochMs(1_794_700_800_000) },
  findings: { processing: "NONE", error: null, startTime: null, endTime: null, channelCount: null, sampleCount: null },
});

/** Makes a data folder with a device. */
async function deviceOfNew(dataDir: string): Promise<string> {
  await using app = await startApp({ HELIO_DATA_DIR: dataDir });
  return (await createDevice(await app.login("admin"))).id;
}

test.skipIf(!withPrograms)(
  `[FILE5, REL2] an archive of ${megabytes} MiB is whole, and the node's memory does not grow with it`,
  async () => {
    await using folder = await tempFolder();
    const data = join(folder.path, "data");
    const id = await deviceOfNew(data);
    const names = await addSparseFiles(data, id);
    const { node, admin } = await startOn(data);
    await using _node = node;
    const path = `/api/device/${id}/data-files/CLIENT_SCOPE`;
    const token = expectOk(await admin.post(`${path}/download`, names)).text;
    const url = `http://127.0.0.1:${node.port}${path}/token/${token}`;
    const archive = join(folder.path, "files.zip");

    const before = await residentBytes(node.pid);
    let peak = before;
    const look = async () => {
      peak = Math.max(peak, await residentBytes(node.pid));
    };
    const watch = setInterval(() => void look(), 20);
    await promisify(execFile)("curl", ["--silent", "--fail", "--show-error", "--output", archive, url]);
    clearInterval(watch);

    const { stdout, status } = spawnSync("unzip", ["-t", archive], { encoding: "utf8" });
    expect(stdout).toContain("No errors detected");
    expect(status).toBe(0);
    expect((await stat(archive)).size).toBeGreaterThan(names.length);
    process.stdout.write(
      `archive of ${megabytes} MiB: at most ${((peak - before) / mib).toFixed(0)} MiB more memory\n`,
    );
    expect(peak - before).toBeLessThan(mayGrowBy);
  },
  limitOf("HELIO_TEST_ARCHIVE_MB", 600_000),
);
