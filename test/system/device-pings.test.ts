import { setTimeout as delay } from "node:timers/promises";
import type { CommunicationRecord, DeviceRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

/** A query as loggers write it is answered before the framework; with anything else in it, by the route. */
const ways = { short: "", ordinary: "&more=1" };

async function arrange() {
  const { id } = (await app.device(home)).id;
  const { credentialsId } = (await home.admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  const ping = (way: keyof typeof ways, token = credentialsId) =>
    app.rest.post(`/any/prefix/status.php?F=PING&ID=${token}&P=v5&T=1794700800${ways[way]}`);
  await ping("ordinary"); // from here on the token is known
  const log = async () =>
    (
      await home.admin.get(`/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=-1&page=0`)
    ).json<{ data: CommunicationRecord[] }>().data;
  const answered = async () =>
    Number(
      /heliograph_http_request_duration_seconds_count\{method="POST",route="\/status\.php",status="204"\} (\d+)/.exec(
        (await app.rest.get("/metrics")).text,
      )?.[1],
    );
  return { id, token: credentialsId, ping, log, answered };
}

test.each(["short", "ordinary"] as const)(
  "[DHP2, COM2, DEV5] a PING the %s way is answered 204, on record, counted, and a sign of life",
  async (way) => {
    const { id, ping, log, answered } = await arrange();
    const countBefore = await answered();
    const [before] = await log();
    await delay(5); // so that the sign of life is a later one

    const answer = await ping(way);

    expect([answer.status, answer.text, answer.headers["content-type"]]).toEqual([204, "", undefined]);
    const [entry, ...older] = await log();
    expect(older).toHaveLength(1);
    const { id: _, time, ...same } = before ?? { id: 0, time: 0 };
    expect(entry).toMatchObject(same);
    expect(entry).toMatchObject({ kind: "PING", direction: "IN", transport: "HTTP", error: null });
    expect(await answered()).toBe(countBefore + 1);
    const device = (await home.admin.get(`/api/device/${id}`)).json<DeviceRecord>();
    expect(device.active).toBe(true);
    expect(device.lastActivityTime).toBeGreaterThan(time);
  },
);

test("[DHP2] a PING the short way is given the task that waits", async () => {
  const { id, ping } = await arrange();
  expect((await ping("short")).status).toBe(204);

  expectOk(await home.admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));

  expect((await ping("short")).text).toBe("*IDN?");
  expect((await ping("short")).status).toBe(204);
});

test("[DEV3, DEV4] a PING the short way is refused as soon as its token is replaced or its device removed", async () => {
  const [rotated, removed] = [await arrange(), await arrange()];
  expect([(await rotated.ping("short")).status, (await removed.ping("short")).status]).toEqual([204, 204]);

  const deviceId = { entityType: "DEVICE", id: rotated.id };
  const { credentialsId } = expectOk(await home.admin.post("/api/device/credentials", { deviceId })).json<{
    credentialsId: string;
  }>();
  expectOk(await home.admin.delete(`/api/device/${removed.id}`));

  expect((await rotated.ping("short")).json()).toMatchObject({ status: 401, errorCode: 10 });
  expect((await removed.ping("short")).json()).toMatchObject({ status: 401, errorCode: 10 });
  expect((await rotated.ping("short", credentialsId)).status).toBe(204);
});
