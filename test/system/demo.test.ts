import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DeviceRecord, DeviceTypeInfo, FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { childEnv } from "../support/helio.ts";
import { RestClient } from "../support/rest-client.ts";

const demo = fileURLToPath(new URL("../../scripts/demo.ts", import.meta.url));

test("[RUN7] the demo has devices that are alive on both transports, and leaves nothing behind", async () => {
  const env = childEnv({ DEMO_DEVICES: "2", HELIO_HOST: "127.0.0.1", HELIO_HTTP_PORT: "0", HELIO_MQTT_PORT: "0" });
  const child = spawn(process.execPath, [demo], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = once(child, "exit");
  try {
    const ready = /Demo: 2 devices at http:\/\/localhost:(\d+), log in as demo with password (\S+)/;
    while (!ready.test(output) && child.exitCode === null) await delay(100);
    const [, port, password] = ready.exec(output) ?? [];
    const rest = new RestClient(Number(port));
    const { token } = (await rest.post("/api/auth/login", { username: "demo", password })).json<{ token: string }>();
    const user = rest.withToken(token);
    const { tenantId } = (await user.get("/api/auth/user")).json<{ tenantId: { id: string } }>();
    const devices = (await user.get(`/api/tenants/${tenantId.id}/devices`)).json<{ data: DeviceRecord[] }>().data;
    expect(devices.map(({ name, active }) => [name, active])).toEqual([
      ["logger-1", true],
      ["stand-2", true],
    ]);
    const types = (await user.get("/api/deviceProfiles")).json<{ data: DeviceTypeInfo[] }>().data;
    expect(types.map(({ name, channelCount }) => [name, channelCount > 0])).toEqual([
      ["Data logger", true],
      ["default", false],
      ["Test stand", true],
      ["Vehicle", true],
      ["Weather station", true],
    ]);

    const named = async (path: string) =>
      (await user.get(path)).json<{ data: { name: string }[] }>().data.map(({ name }) => name);
    expect(await named("/api/rules?limit=10")).toEqual(["Drive too fast", "Oil too hot"]);
    expect(await named("/api/notification/policies?limit=10")).toEqual(["Everything serious"]);
    expect(await named("/api/maintenanceWindows?limit=10")).toHaveLength(1);
    expect(await named("/api/schedules?limit=10")).toEqual(["Start of the day"]);
    expect(await named("/api/calculatedChannels?limit=10")).toHaveLength(1);
    const alarms = (await user.get("/api/v2/alarms?limit=20")).json<{ data: { status: string }[] }>().data;
    expect(alarms.filter(({ status }) => status === "CLEARED_ACK").length).toBeGreaterThanOrEqual(2);

    for (const { id } of devices) {
      const get = async <T>(path: string) => (await user.get(path)).json<T>();
      const latest = () =>
        get<Record<string, { ts: number }[]>>(`/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries`);
      await expect.poll(async () => (await latest())["speed"]?.[0]?.ts).toBeGreaterThan(0);
      const first = (await latest())["speed"]?.[0]?.ts ?? 0;
      await expect.poll(async () => (await latest())["speed"]?.[0]?.ts).toBeGreaterThan(first);
      const files = () => get<{ data: FileRecord[] }>(`/api/devices/${id.id}/data-files/original`);
      await expect.poll(async () => (await files()).data[0]?.processing).toBe("DONE");
      const log = await get<{ data: { kind: string; transport: string }[] }>(
        `/api/devices/${id.id}/communication/data?startTime=0&endTime=9000000000000&limit=100&page=0`,
      );
      expect(new Set(log.data.map(({ transport }) => transport))).toEqual(new Set(["HTTP", "MQTT"]));
      const attributes = await get<{ key: string }[]>(`/api/plugins/telemetry/DEVICE/${id.id}/values/attributes`);
      expect(attributes.map(({ key }) => key)).toEqual(expect.arrayContaining(["serialNumber", "position"]));
    }
  } finally {
    child.kill("SIGTERM");
  }
  expect(await exited).toEqual([0, null]);
}, 120_000);
