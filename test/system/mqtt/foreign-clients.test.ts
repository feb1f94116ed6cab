// Clients we did not write: Debian's mosquitto clients and paho, and MQTT.js over WebSocket and TLS.
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestTenant } from "../../support/app.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";
import { hasProgram } from "../../support/debian-package.ts";
import { type MqttDevice, MqttJs, mqttDevice } from "../../support/mqtt-device.ts";
import { hasPaho, python } from "../../support/paho.ts";
import { type TempFolder, tempFolder } from "../../support/temp-folder.ts";

const packages = ["mosquitto-clients", "python3-paho-mqtt", "openssl"];
const hasMosquitto = hasProgram("mosquitto_pub", "--help", packages, "its clients are not tried");
const hasOpenssl = hasProgram("openssl", "version", packages, "TLS is not tried");

let app: TestApp;
let tenant: TestTenant;
let device: MqttDevice;
let folder: TempFolder;
let cert: string;

beforeAll(async () => {
  folder = await tempFolder();
  const files = hasOpenssl ? selfSignedCertificate(folder.path) : undefined;
  cert = files?.cert ?? "";
  app = await startApp(files && { HELIO_TLS_CERT: files.cert, HELIO_TLS_KEY: files.key });
  tenant = await app.firstTenant();
  device = await mqttDevice(app, tenant);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const topic = "v1/devices/me/telemetry";
const latest = async (id = device.id) =>
  (await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries`)).json<
    Record<string, { value: string }[]>
  >();

/** Not `spawnSync`: the server runs in this process and has to answer meanwhile. */
async function run(program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stderr.on("data", (data) => (output += data));
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? -1)));
  return { code, output };
}

describe.skipIf(!hasMosquitto)("mosquitto_pub and mosquitto_sub", () => {
  const plain = (token: string) => ["-h", "127.0.0.1", "-p", String(app.node.mqttPort), "-u", token];
  const versions = ["mqttv31", "mqttv311", "mqttv5"];
  const cases = versions.flatMap((version) => [0, 1, 2].map((qos) => [version, qos] as const));

  test.each(cases)("[MQ1] %s publishes with QoS %i", async (version, qos) => {
    const key = `${version}-${qos}`;

    const { code, output } = await run("mosquitto_pub", [
      ...plain(device.token),
      ...["-V", version, "-q", String(qos), "-t", topic, "-m", `{"${key}":${qos}}`, "-i", `mosquitto-${key}`],
    ]);

    expect([code, output]).toEqual([0, ""]);
    await expect.poll(async () => (await latest())[key]?.[0]?.value).toBe(String(qos));
  });

  test.each(versions)("[MQ1] %s with a bad token is told so", async (version) => {
    const { code, output } = await run("mosquitto_pub", [...plain("nobody"), "-V", version, "-t", topic, "-m", "{}"]);

    expect(code).not.toBe(0);
    expect(output).toMatch(/not authori[sz]ed|bad user name/i);
  });

  test.each(versions)("[MQ6] %s receives a change of shared attributes", async (version) => {
    const own = await mqttDevice(app, tenant);
    const args = [...plain(own.token), "-V", version, "-q", "1", "-t", "v1/devices/me/attributes", "-C", "1", "-d"];
    const child: ChildProcess = spawn("stdbuf", ["-oL", "mosquitto_sub", ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout?.on("data", (data) => (output += data));
    const ended = new Promise((resolve) => child.on("close", resolve));
    while (!output.includes("Subscribed")) await sleep(20);

    await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${own.id}/attributes/SHARED_SCOPE`, { told: version });
    await ended;

    expect(output).toContain(`{"told":"${version}"}`);
  });

  test.skipIf(!hasOpenssl).each(versions)("[MQ1] %s publishes over TLS", async (version) => {
    const args = ["-h", "127.0.0.1", "-p", String(app.node.mqttTlsPort), "--cafile", cert, "-u", device.token];

    const { code, output } = await run("mosquitto_pub", [
      ...args,
      "-V",
      version,
      "-q",
      "1",
      "-t",
      topic,
      "-m",
      `{"tls ${version}":1}`,
    ]);

    expect([code, output]).toEqual([0, ""]);
    expect(await latest()).toHaveProperty(`tls ${version}`);
  });
});

describe.skipIf(!hasPaho())("paho for Python", () => {
  const script = `
import json, sys
import paho.mqtt.client as mqtt
port, token, version = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
args = ([mqtt.CallbackAPIVersion.VERSION1] if hasattr(mqtt, "CallbackAPIVersion") else [])
client = mqtt.Client(*args, client_id="paho-%d" % version, protocol=version)
client.username_pw_set(token)
def on_connect(client, *rest):
    client.subscribe("v1/devices/me/attributes/response/+", 1)
def on_subscribe(client, *rest):
    client.publish("v1/devices/me/attributes/request/9", json.dumps({"sharedKeys": "for paho"}), 1)
def on_message(client, userdata, message):
    print(message.topic, message.payload.decode())
    info = client.publish("v1/devices/me/telemetry", json.dumps({"paho %d" % version: 1}), 2)
    client.user_data_set(info.mid)
def on_publish(client, userdata, mid, *rest):
    if userdata is not None and mid == userdata: client.disconnect()
client.on_connect, client.on_subscribe, client.on_message, client.on_publish = on_connect, on_subscribe, on_message, on_publish
client.connect("127.0.0.1", port)
client.loop_forever()
`;

  test.each([3, 4, 5])("[MQ1] version %i asks for attributes and publishes with QoS 2", async (version) => {
    await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${device.id}/attributes/SHARED_SCOPE`, { "for paho": true });

    const { code, output } = await run(python, [
      "-c",
      script,
      String(app.node.mqttPort),
      device.token,
      String(version),
    ]);

    expect([code, output.trim()]).toEqual([0, 'v1/devices/me/attributes/response/9 {"shared":{"for paho":true}}']);
    expect(await latest()).toHaveProperty(`paho ${version}`);
  });
});

describe("MQTT.js", () => {
  test.each([
    ["WebSocket", 3],
    ["WebSocket", 4],
    ["WebSocket", 5],
  ] as const)("[MQ1] over %s, level %i", async (_, protocolVersion) => {
    const url = `ws://127.0.0.1:${app.node.httpPort}/mqtt`;
    const old = protocolVersion === 3 ? { protocolId: "MQIsdp" as const } : {};
    const client = await mqtt.connectAsync(url, {
      username: device.token,
      protocolVersion,
      reconnectPeriod: 0,
      ...old,
    });
    await using connection = new MqttJs(client);

    await connection.client.publishAsync(topic, JSON.stringify({ [`ws ${protocolVersion}`]: "x".repeat(100_000) }), {
      qos: 1,
    });

    expect((await latest())[`ws ${protocolVersion}`]?.[0]?.value).toHaveLength(100_000);
  });

  test.skipIf(!hasOpenssl)("[MQ1] over TLS, and over a WebSocket inside TLS", async () => {
    const options = { username: device.token, ca: await readFile(cert), reconnectPeriod: 0 };
    for (const url of [`mqtts://127.0.0.1:${app.node.mqttTlsPort}`, `wss://127.0.0.1:${app.node.httpsPort}/mqtt`]) {
      await using connection = new MqttJs(await mqtt.connectAsync(url, options));

      await connection.client.publishAsync(topic, JSON.stringify({ [url.slice(0, 5)]: 1 }), { qos: 1 });
    }

    expect(Object.keys(await latest())).toEqual(expect.arrayContaining(["mqtts", "wss:/"]));
  });

  test("[MQTT-6.0.0-3] a WebSocket that does not speak mqtt is refused", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${app.node.httpPort}/mqtt`, ["something-else"]);

    const outcome = await new Promise((resolve) => {
      socket.onopen = () => resolve("opened");
      socket.onerror = () => resolve("refused");
    });

    expect(outcome).toBe("refused");
  });

  test("[MQTT-6.0.0-1] a text frame ends the connection", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${app.node.httpPort}/mqtt`, ["mqtt"]);
    const closed = new Promise<string>((resolve) => (socket.onclose = () => resolve("closed")));
    socket.onopen = () => socket.send("text");

    expect(await closed).toBe("closed");
  });
});
