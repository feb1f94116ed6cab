import { describe, expect, test } from "vitest";
import type { TelemetryBlocks } from "../../server/src/adapters/telemetry-blocks/index.ts";
import { expectOk, startApp } from "../support/app.ts";
import { devicePoints } from "../support/device-points.ts";
import { connectMqttJs, mqttDevice } from "../support/mqtt-device.ts";
import { hasPooler, Pooler } from "../support/pooler.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";

describe.skipIf(!hasPostgres() || !hasPooler())("through a connection pooler in transaction mode", () => {
  test("[CLU1] entities and points are stored and read, and a pooler that is not set up for it is told apart", async () => {
    const database = await createPostgresDatabase();
    {
      await using strict = await Pooler.before(database, "");
      await expect(startApp({ HELIO_DATABASE_URL: strict.url, HELIO_DATABASE_WAIT: "0ms" })).rejects.toThrow(
        /connection pooler .* ignore_startup_parameters = statement_timeout/,
      );
    }
    await using pooler = await Pooler.before(database, "statement_timeout,idle_in_transaction_session_timeout");
    await using app = await startApp({ HELIO_DATABASE_URL: pooler.url });
    const home = await app.firstTenant();
    const devices = await Promise.all(Array.from({ length: 8 }, () => mqttDevice(app, home)));
    const [first = { id: "", token: "" }] = devices;

    await Promise.all(devices.map(({ id }) => devicePoints(home.admin, id).send(1)));
    await using mqtt = await connectMqttJs(app, first.token);
    await mqtt.client.publishAsync("v1/devices/me/telemetry", '{"ts":2,"values":{"a":2}}', { qos: 1 });
    await (app.platform.telemetryStore as TelemetryBlocks).flush(); // into blocks, with everything that is asked for that

    expect(await devicePoints(home.admin, first.id).stored()).toEqual([1, 2]);
    const listed = expectOk(await home.admin.get(`/api/tenants/${home.id}/devices?limit=-1`));
    expect(listed.text.match(/"name"/g)?.length).toBe(devices.length);
    expect((await app.rest.get("/health/ready")).status).toBe(200);
  });
});
