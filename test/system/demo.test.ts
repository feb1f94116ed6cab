import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { logIn } from "@heliograph/client";
import { expect, test } from "vitest";
import { beginAt } from "../../scripts/demo/begin.ts";
import { vehicleActor } from "../../scripts/demo/devices/vehicle.ts";
import { hourMs, minuteMs } from "../../scripts/demo/noise.ts";
import { childEnv } from "../support/helio.ts";

const demo = fileURLToPath(new URL("../../scripts/demo.ts", import.meta.url));
/** Three and a half hours of history, with the last breakdown of the past in them: the scene is the same. */
const small = { DEMO_DAYS: "0.15", HELIO_HOST: "127.0.0.1", HELIO_HTTP_PORT: "0", HELIO_MQTT_PORT: "0" };

test("[RUN7] the demo is a scene that fills, devices in it are alive on both transports, and nothing is left behind", async () => {
  const child = spawn(process.execPath, [demo], { env: childEnv(small), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = once(child, "exit");
  try {
    const ready = /Demo: 11 devices at (\S+), log in as demo with password (\S+)[\s\S]*a pump that fails/;
    while (!ready.test(output) && child.exitCode === null) await delay(100);
    const [, address = "", password = ""] = ready.exec(output) ?? [];
    const { api, tenantId = "" } = await logIn(address, { username: "demo", password });
    const devices = (await api.devices.list({ tenantId, limit: 50 })).data;
    const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    expect(namesOf(devices).toSorted()).toEqual([
      ...["Logger 1", "Logger 2", "Logger 3", "P-01", "P-02", "P-03", "P-04", "P-05", "P-06", "Van 3", "Weather roof"],
    ]);
    expect(namesOf(devices.filter(({ active }) => !active))).toEqual(["P-05"]); // taken out three days ago

    expect((await api.rules.list({ limit: 20 })).data.filter(({ mode }) => mode === "LIVE")).toHaveLength(7);
    expect((await api.notifications.policies({ limit: 10 })).data).toHaveLength(2);
    expect((await api.alarms.windows({ limit: 10 })).data).toHaveLength(1);
    expect((await api.schedules.list({ limit: 10 })).data).toHaveLength(3);
    expect((await api.calculatedChannels.list({ limit: 10 })).data).toHaveLength(1);
    const alarms = (await api.alarms.find({ limit: 50 })).data;
    const kinds = alarms.map(({ type, status }) => `${type} ${status}`);
    expect(kinds).toEqual(expect.arrayContaining(["Vibration high ACTIVE_ACK", "Suction pressure low ACTIVE_UNACK"]));
    expect(alarms.filter(({ type, cleared }) => type === "Bearing too hot" && cleared).length).toBeGreaterThan(0);

    const dashboards = (await api.dashboards.list({ limit: 10 })).data;
    expect(dashboards.map(({ title }) => title)).toEqual(["Test field", "Van 3 on the oval"]);
    expect((await api.dashboards.tenantHomeInfo()).dashboardId).toEqual(dashboards[0]?.id);

    const views = (await api.deviceViews.list({ limit: 10 })).data;
    expect(views.map(({ name, shared }) => [name, shared])).toEqual([
      ["Pumps at work", true],
      ["With an alarm", true],
    ]);
    expect(new Set(views[0]?.look.columns.map(({ kind }) => kind))).toEqual(new Set(["FIELD", "LATEST", "HISTORY"]));

    for (const name of ["P-03", "Van 3"]) {
      const deviceId = devices.find((device) => device.name === name)?.id.id ?? "";
      const newest = async () =>
        Math.max(...Object.values(await api.telemetry.read({ deviceId })).map(([one]) => one?.ts ?? 0));
      const first = await newest();
      await expect.poll(newest).toBeGreaterThan(first);
    }
    const van = devices.find(({ name }) => name === "Van 3")?.id.id ?? "";
    await expect.poll(async () => (await api.files.list({ deviceId: van })).data[0]?.processing).toBe("DONE");
    const endTime = 9_000_000_000_000;
    const log = await api.communication.list({ deviceId: van, startTime: 0, endTime, limit: 500, page: 0 });
    expect(new Set(log.data.map(({ transport }) => transport))).toEqual(new Set(["HTTP", "MQTT"]));
  } finally {
    child.kill("SIGTERM");
  }
  expect(await exited).toEqual([0, null]);
}, 120_000);

test("[RUN7] the van's odometer only counts up, by day and by night, before the demo begins and after", () => {
  const begin = beginAt(Date.UTC(2026, 10, 17, 9));
  const van = vehicleActor(begin);
  const read: number[] = [];
  for (let ts = begin.ts - 72 * hourMs; ts < begin.ts + 30 * hourMs; ts += minuteMs)
    read.push(Number(van.reading(ts)?.["odometer"]));

  expect(read.filter((one, at) => one < (read[at - 1] ?? 0))).toEqual([]);
  expect((read.at(-1) ?? 0) - (read[0] ?? 0)).toBeGreaterThan(500);
});
