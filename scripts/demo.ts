// `npm run demo`: a node with a demo tenant, and simulated devices that really connect over MQTT and HTTP [RUN7]. The
// data folder is a fresh one and goes with the demo. DEMO_DEVICES says how many devices.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SimulatedDevice } from "@heliograph/device";
import { automate, sendPast } from "./demo-automation.ts";
import { demoTypes } from "./demo-types.ts";

const deviceCount = Number(process.env["DEMO_DEVICES"] ?? 5);
const password = randomBytes(9).toString("base64url");
const folder = mkdtempSync(join(tmpdir(), "heliograph-demo-"));
const node = spawn(
  process.execPath,
  [new URL("../server/src/main.ts", import.meta.url).pathname, ...process.argv.slice(2)],
  {
    env: {
      HELIO_LOG_LEVEL: "warn",
      ...process.env,
      HELIO_DATA_DIR: folder,
      HELIO_TENANT: "Demo",
      HELIO_ADMIN_USERNAME: "demo",
      HELIO_ADMIN_PASSWORD: password,
    },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const exited = once(node, "exit");
const stopRequested = Promise.withResolvers<void>();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stopRequested.resolve());

async function portsOf(): Promise<{ readonly http: number; readonly mqtt: number }> {
  let output = "";
  for await (const chunk of node.stdout) {
    output += String(chunk);
    const http = /ready at http:\/\/\S+?:(\d+)/.exec(output)?.[1];
    const mqtt = /mqtt:\/\/\S+?:(\d+)/.exec(output)?.[1];
    if (http !== undefined) return { http: Number(http), mqtt: Number(mqtt ?? process.env["HELIO_MQTT_PORT"] ?? 1883) };
  }
  throw new Error("the node ended before it was ready");
}

async function call<T>(base: string, path: string, token: string, body?: object): Promise<T> {
  const response = await fetch(base + path, {
    method: body ? "POST" : "GET",
    headers: { "x-authorization": `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const text = await response.text(); // some say nothing
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

async function startDevice(
  base: string,
  mqttUrl: string,
  token: string,
  number: number,
): Promise<{ readonly id: string; readonly type: string; readonly device: SimulatedDevice }> {
  const serial = `2100490${String(number).padStart(4, "0")}`;
  const { prefix, file, reading } = demoTypes[(number - 1) % demoTypes.length] ?? demoTypes[0];
  const name = `${prefix}-${number}`;
  const properties = {
    name,
    type: file.name,
    label: `Test stand ${number}`,
    serialNumber: serial,
    firmwareVersion: "2.13.0",
  };
  const { id } = await call<{ id: { id: string } }>(base, "/api/device", token, properties);
  const { credentialsId } = await call<{ credentialsId: string }>(base, `/api/device/${id.id}/credentials`, token);
  const device = new SimulatedDevice({
    httpBase: `${base}/demo`,
    mqttUrl,
    token: credentialsId,
    serial,
    reading,
    everyMs: 1_000,
    fileAfter: 30,
    offlineChance: number % 3 === 0 ? 0.02 : 0,
    onError: (error) => console.error(`${name}:`, error instanceof Error ? error.message : error),
  });
  const made = { id: id.id, type: file.name };
  await sendPast((path, body) => call(base, path, token, body), made, Date.now());
  await device.start();
  return { ...made, device };
}

const devices: SimulatedDevice[] = [];
try {
  const { http, mqtt } = await portsOf();
  node.stdout.resume();
  const base = `http://127.0.0.1:${http}`;
  const { token } = await call<{ token: string }>(base, "/api/auth/login", "", { username: "demo", password });
  for (const { file } of demoTypes) await call(base, "/api/deviceProfile/import", token, file);
  const made = [];
  for (let number = 1; number <= deviceCount; number++) {
    const { device, ...rest } = await startDevice(base, `mqtt://127.0.0.1:${mqtt}`, token, number);
    devices.push(device);
    made.push(rest);
  }
  await automate((path, body) => call(base, path, token, body), made, Date.now());
  console.log(`Demo: ${deviceCount} devices at http://localhost:${http}, log in as demo with password ${password}`);
  await Promise.race([stopRequested.promise, exited]);
} finally {
  await Promise.all(devices.map((device) => device.stop()));
  node.kill("SIGTERM");
  await exited;
  rmSync(folder, { recursive: true, force: true });
}
