import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { generate } from "mqtt-packet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { hasProgram } from "../support/debian-package.ts";
import { mqttDevice } from "../support/mqtt-device.ts";
import { connectPacket, RawMqtt } from "../support/raw-mqtt.ts";
import { clientFrame, opcodes, upgradeRequest } from "../support/raw-web-socket.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

const hasOpenssl = hasProgram("openssl", "version", ["openssl"], "TLS is not tried");
const balancer = "127.0.0.2";
const header = "PROXY TCP4 203.0.113.9 127.0.0.1 4711 1883\r\n";
type Door = "mqttPort" | "mqttTlsPort" | "httpPort" | "httpsPort";
const plainDoors: readonly Door[] = ["mqttPort", "httpPort"];
const tlsDoors: readonly Door[] = ["mqttTlsPort", "httpsPort"];

let app: TestApp;
let tenant: TestTenant;
let folder: TempFolder;
beforeAll(async () => {
  folder = await tempFolder();
  const files = hasOpenssl ? selfSignedCertificate(folder.path) : undefined;
  const tls = files && { HELIO_TLS_CERT: files.cert, HELIO_TLS_KEY: files.key };
  app = await startApp({ ...tls, HELIO_PROXY_PROTOCOL: `${balancer},10.0.0.0/8` });
  tenant = await app.firstTenant();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function dial(door: Door, localAddress: string): Promise<Socket> {
  const socket = connect({ port: app.node[door] ?? 0, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** As a balancer does it: header first, then what the client says, which may be TLS. */
async function behindBalancer(door: Door): Promise<Socket> {
  const raw = await dial(door, balancer);
  raw.write(header);
  if (!tlsDoors.includes(door)) return raw;
  const socket = connectTls({ socket: raw, rejectUnauthorized: false });
  socket.on("error", () => undefined);
  await once(socket, "secureConnect");
  return socket;
}

/** Connects over the door and returns what the communication log says about it. */
async function loggedConnect(door: Door, open: () => Promise<Socket>): Promise<string | undefined> {
  const { id, token } = await mqttDevice(app, tenant);
  const socket = await open();
  const isHttp = door.startsWith("http");
  if (isHttp) socket.write(upgradeRequest);
  if (isHttp) await once(socket, "data");
  const packet = generate(connectPacket(token, 4));
  socket.write(isHttp ? clientFrame(opcodes.binary, packet) : packet);
  await once(socket, "data"); // CONNACK
  await app.platform.communication.flush();
  const query = "startTime=0&endTime=9000000000000&limit=100&page=0&kind=CONNECT";
  const log = expectOk(await tenant.admin.get(`/api/devices/${id}/communication/data?${query}`));
  socket.destroy();
  return log.json<{ data: { summary: string }[] }>().data[0]?.summary;
}

describe.each(hasOpenssl ? [...plainDoors, ...tlsDoors] : plainDoors)("%s", (door) => {
  test("[API10] a device behind a balancer has its own address", async () => {
    expect(await loggedConnect(door, () => behindBalancer(door))).toContain("from 203.0.113.9 over");
  });

  test.each([
    ["malformed", "PROXY TCP4 nowhere nowhere 1 2\r\n"],
    ["missing", "GET / HTTP/1.1\r\n\r\n"],
  ])("[API10] a %s header of a balancer ends the connection without an answer", async (_, words) => {
    const socket = await dial(door, balancer);
    let answer = 0;
    socket.on("data", (chunk: Buffer) => (answer += chunk.length));
    const closed = once(socket, "close");

    socket.write(words);
    await closed;

    expect(answer).toBe(0);
  });
});

test("[API10] the header and what follows may come in one piece or byte by byte", async () => {
  const { token } = await mqttDevice(app, tenant);
  const bytes = Buffer.concat([Buffer.from(header), generate(connectPacket(token, 4))]);
  for (const pieces of [[bytes], [...bytes].map((byte) => Buffer.of(byte))]) {
    const socket = await dial("mqttPort", balancer);
    await using raw = new RawMqtt(socket, 4);
    for (const piece of pieces) socket.write(piece);

    expect((await raw.next("connack")).returnCode).toBe(0);
    expect(await raw.isServed()).toBe(true);
  }
});

test("[API10] the header of anybody else is not believed", async () => {
  const socket = await dial("mqttPort", "127.0.0.3");
  const closed = once(socket, "close");
  socket.resume();

  socket.write(header.repeat(3)); // enough to be read as a packet

  await closed;
  expect(await loggedConnect("mqttPort", () => dial("mqttPort", "127.0.0.3"))).toContain("from 127.0.0.3 over");
});

test("[API10] a balancer that speaks for itself is served", async () => {
  const socket = await dial("httpPort", balancer);

  socket.write("PROXY UNKNOWN\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];

  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
});
