import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { createDevice } from "../support/crash-node.ts";
import { HttpDevice } from "../support/device-http.ts";
import { helio } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A stopped node's data folder with three files and points; returns where contents lie, by file name. */
async function filledFolder(data: string): Promise<Map<string, string>> {
  await using app = await startApp({ HELIO_DATA_DIR: data });
  const admin = await app.login("admin");
  const { id, token } = await createDevice(admin);
  const device = new HttpDevice(app.node.httpPort, token);
  for (const fileName of ["whole.bin", "flipped.bin", "gone.bin"]) {
    expect((await device.contact("UPLOAD", randomBytes(1000), { fileName })).status).toBe(204);
  }
  expectOk(await admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: 1, values: { speed: 1 } }));
  const list = expectOk(await admin.get(`/api/devices/${id}/data-files/original?limit=-1`));
  return new Map(
    list.json<{ data: FileRecord[] }>().data.map(({ name, sha256 }) => {
      return [name, join(data, "files", "contents", sha256?.slice(0, 2) ?? "", sha256 ?? "")];
    }),
  );
}

test("[REL5] a backup of damaged data is made, names what is damaged and says so with its exit code; so does a restore", async () => {
  await using folder = await tempFolder();
  const [data, copy] = [join(folder.path, "data"), join(folder.path, "backup")];
  const contents = await filledFolder(data);
  expect(await helioHere(["backup", join(folder.path, "before"), "--data-dir", data])).toMatchObject({
    code: 0,
    stderr: "",
  });
  await writeFile(contents.get("flipped.bin") ?? "", randomBytes(1000));
  await rm(contents.get("gone.bin") ?? "");
  const points = new DatabaseSync(join(data, "telemetry.db"));
  points.exec(`INSERT INTO block (series, run, start, "end", count, numbers, min, max, sum, data_check, head_check, data)
    SELECT min(id), 0, 1, 256, 256, 256, 0, 255, 0, 1, 1, x'00' FROM series`);
  points.exec("INSERT INTO journal (seq, frame, frame_check) VALUES (999999, x'00', 1)");
  points.close();

  const result = await helio(["backup", copy, "--data-dir", data]);

  expect(result).toMatchObject({ code: 3, stdout: expect.stringContaining(`is in ${copy}`) });
  expect(result.stderr).toContain("damaged in 4 places");
  expect(result.stderr).toMatch(/contents\/\w\w\/\w{64} is not what was stored: "flipped.bin" of device "logger"/);
  expect(result.stderr).toMatch(/contents\/\w\w\/\w{64} is missing or cannot be read: "gone.bin" of device "logger"/);
  expect(result.stderr).toMatch(/telemetry.db: 256 points of "speed" of device "logger", from 1970-01-01T/);
  expect(result.stderr).toContain("telemetry.db: entry 999999 of the log of new points cannot be read");
  expect(result.stderr).not.toContain("whole.bin");
  const manifest = JSON.parse(await readFile(join(copy, "manifest.json"), "utf8"));
  expect(manifest.damaged).toHaveLength(4);

  await writeFile(join(data, "heliograph.db"), randomBytes(8192));
  expect(await helioHere(["backup", join(folder.path, "none"), "--data-dir", data])).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^A database in .* cannot be read .* nothing was backed up\..*\n$/),
  });

  const restored = await helioHere(["restore", copy, "--data-dir", join(folder.path, "restored")]);

  expect(restored.code).toBe(0);
  expect(restored.stderr).toContain("flipped.bin");
});
