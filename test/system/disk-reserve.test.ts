import { randomBytes } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectOk, startApp, testPassword } from "../support/app.ts";
import { HttpDevice } from "../support/device-http.ts";
import { fillUp, smallDisk } from "../support/small-disk.ts";

test("[REL6, RUN11] on a disk filled by others people log in, read, download and delete; deleting frees space at once", async ({
  skip,
}) => {
  await using disk = (await smallDisk(48)) ?? skip("mounting needs root");
  const data = join(disk.path, "data");
  await using app = await startApp({ HELIO_DATA_DIR: data, HELIO_DISK_RESERVE: "4000000" });
  const home = await app.firstTenant();
  const device = (await app.device(home)).id.id;
  const { credentialsId } = (await home.admin.get(`/api/device/${device}/credentials`)).json<{
    credentialsId: string;
  }>();
  const logger = new HttpDevice(app.node.httpPort, credentialsId);
  const content = randomBytes(9_000_000);
  expect((await logger.contact("UPLOAD", content, { fileName: "large.bin" })).status).toBe(204);
  await expect.poll(() => statSync(join(data, "reserve")).size).toBe(4_000_000);
  const ready = () => app.rest.get("/health/ready");
  const files = `/api/device/${device}/data-files/CLIENT_SCOPE`;
  const points = (client = home.admin) =>
    client.post(`/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, { temperature: 1 });

  fillUp(join(disk.path, "filler"));
  await expect.poll(async () => (await ready()).status).toBe(503);

  expect(app.platform.pointIntake.isOpen).toBe(false); // no device is taken for silent [RUL3]
  expect((await ready()).json()).toMatchObject({ message: expect.stringMatching(/disk is full.*reading goes on/i) });
  expect((await app.rest.get("/metrics")).text).toMatch(/^heliograph_writable 0$/m);
  for (let login = 0; login < 20; login++) await app.login("admin", testPassword);
  const admin = await app.login("admin");
  for (const refused of [
    await points(admin),
    await admin.post("/api/device", { name: "one more" }),
    await admin.post(`/api/plugins/telemetry/DEVICE/${device}/attributes/SERVER_SCOPE`, { a: 1 }),
    await logger.contact("UPLOAD", randomBytes(1_000), { fileName: "small.bin" }),
  ]) {
    expect(refused.json()).toMatchObject({ status: 503, message: expect.stringMatching(/disk is full/i) });
    expect(refused.headers["retry-after"]).toBeDefined();
  }
  const token = expectOk(await admin.post(`${files}/download`, ["large.bin"])).text;
  expect((await app.rest.get(`${files}/token/${token}`)).bytes.equals(content)).toBe(true);
  expect((await admin.get(`/api/tenants/${home.id}/devices`)).status).toBe(200);

  expect((await admin.delete(`/api/devices/${device}/data-files?name=large.bin`)).status).toBeLessThan(300);

  await expect.poll(async () => (await points(admin)).status).toBe(200);
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect((await app.rest.get("/metrics")).text).toMatch(/^heliograph_writable 1$/m);
  expect(app.platform.pointIntake.isOpen).toBe(true);
  await expect.poll(() => statSync(join(data, "reserve")).size).toBe(4_000_000);
  rmSync(join(disk.path, "filler"));
});
