import { describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { CutLine } from "../support/cut-line.ts";
import { devicePoints } from "../support/device-points.ts";
import { connectMqttJs, mqttDevice } from "../support/mqtt-device.ts";
import { createMigratedDatabase, hasPostgres } from "../support/postgres-database.ts";

const soon = { HELIO_DATABASE_TIMEOUT: "3s" }; // also a busy machine answers within that

describe.skipIf(!hasPostgres())("points in a PostgreSQL that falls silent", () => {
  test("[CLU4, REL1] are refused until it answers, then taken again; nothing acknowledged is lost, and a stop does not wait for it", async () => {
    const { line, url } = await CutLine.before(await createMigratedDatabase());
    await using _line = line;
    await using app = await startApp({ HELIO_DATABASE_URL: url, ...soon });
    const home = await app.firstTenant();
    const device = await mqttDevice(app, home);
    const points = devicePoints(home.admin, device.id);
    const store = app.platform.telemetryStore;
    const metrics = async () => (await app.rest.get("/metrics")).text;
    await points.send(1);
    await using mqtt = await connectMqttJs(app, device.token, { reconnectPeriod: 100 });

    line.loses = "answers"; // of new connections, too
    const waiting = points.status(2);
    let isAcknowledged = false;
    const published = mqtt.client
      .publishAsync("v1/devices/me/telemetry", '{"ts":3,"values":{"a":3}}', { qos: 1 })
      .then(() => {
        isAcknowledged = true;
      });

    expect(await waiting).toBe(503); // also what was under way when it fell silent
    await expect.poll(() => store.isReachable).toBe(false);
    expect(app.platform.pointIntake.isOpen).toBe(false); // no device is taken for silent [RUL3]
    await expect(store.latest(device.id as never, "all")).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    expect((await app.rest.get("/health/ready")).status).toBe(503);
    expect(await metrics()).toContain("heliograph_points_reachable 0\n");
    expect(isAcknowledged).toBe(false);

    line.cut();
    await published; // the device has sent it again
    await points.send(4);
    expect(app.platform.pointIntake.isOpen).toBe(true);
    expect(await points.stored()).toEqual(expect.arrayContaining([1, 3, 4]));
    expect(await metrics()).toMatch(/^heliograph_points_commits_total\{place="postgres",outcome="stored"\} [1-9]/m);

    line.loses = "answers";
    const limbo = points.status(5);
    await app.node.stop();
    expect(await limbo).not.toBe(200);
  });
});
