import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { generate } from "mqtt-packet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestTenant } from "../../support/app.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";
import { hasProgram } from "../../support/debian-package.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { connectPacket, publishPacket } from "../../support/raw-mqtt.ts";
import { clientFrame, opcodes, openRawWebSocket } from "../../support/raw-web-socket.ts";
import { type TempFolder, tempFolder } from "../../support/temp-folder.ts";

const hasOpenssl = hasProgram("openssl", "version", ["openssl"], "TLS is not tried");

let app: TestApp;
let tenant: TestTenant;
let folder: TempFolder;

beforeAll(async () => {
  folder = await tempFolder();
  const files = hasOpenssl ? selfSignedCertificate(folder.path) : undefined;
  app = await startApp(files && { HELIO_TLS_CERT: files.cert, HELIO_TLS_KEY: files.key });
  tenant = await app.firstTenant();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const latest = async (id: string) =>
  (await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries`)).json<
    Record<string, { value: string }[]>
  >();

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

/** A device connected without a keep-alive, with a will. */
async function connectedDevice(tls: boolean): Promise<{ id: string; socket: Socket }> {
  const { id, token } = await mqttDevice(app, tenant);
  const port = tls ? app.node.httpsPort : app.node.httpPort;
  const socket = await openRawWebSocket(port ?? 0, tls);
  const will = { topic: "v1/devices/me/telemetry", payload: Buffer.from('{"gone":1}'), qos: 1 as const, retain: false };
  socket.write(clientFrame(opcodes.binary, generate(connectPacket(token, 4, { will }))));
  await once(socket, "data"); // CONNACK
  return { id, socket };
}

const endings: readonly (readonly [name: string, end: (socket: Socket) => unknown])[] = [
  ["FIN", (socket) => socket.end()],
  ["RST", (socket) => ("encrypted" in socket ? socket.destroy() : socket.resetAndDestroy())],
  ["close frame", (socket) => socket.write(clientFrame(opcodes.close, Buffer.from([3, 232])))],
  ["broken frame", (socket) => socket.write(Buffer.from([0xf2, 0x80]))],
];

describe.each(hasOpenssl ? [false, true] : [false])("TLS %s", (tls) => {
  test.each(endings)("[MQ7] the end of a WebSocket by %s is noticed at once, its will is published", async (_, end) => {
    const { id, socket } = await connectedDevice(tls);

    end(socket);

    await until(async () => "gone" in (await latest(id)));
    if (!socket.destroyed) await once(socket, "close");
  });

  test("[MQ7] what came before the end of a WebSocket is stored", async () => {
    const { id, socket } = await connectedDevice(tls);
    const last = clientFrame(opcodes.binary, generate(publishPacket(1, '{"last":1}', { qos: 0 })));

    socket.end(Buffer.concat([last, clientFrame(opcodes.close, Buffer.alloc(0))]));

    await until(async () => "last" in (await latest(id)));
  });
});

test("[MQ8] a WebSocket message of any length may hold several packets, in one frame or in many", async () => {
  const { id, socket } = await connectedDevice(false);
  const packets = ["a", "b", "c"].map((key, n) =>
    generate(publishPacket(n + 1, `{"${key}":"${"x".repeat(150_000)}"}`)),
  );
  const bytes = Buffer.concat(packets);

  socket.write(clientFrame(opcodes.binary, bytes));
  socket.write(clientFrame(opcodes.binary, generate(publishPacket(4, '{"d":1}')).subarray(0, 5), true));
  socket.write(clientFrame(opcodes.ping, Buffer.from("between")));
  socket.write(clientFrame(opcodes.continuation, generate(publishPacket(4, '{"d":1}')).subarray(5)));

  await until(async () => "d" in (await latest(id)));
  expect(Object.keys(await latest(id)).sort()).toEqual(["a", "b", "c", "d"]);
  socket.destroy();
});

test("[MQ8] a packet of more than 256 KiB is refused in a WebSocket, too", async () => {
  const { socket } = await connectedDevice(false);
  const closed = once(socket, "close");
  socket.resume();

  socket.write(clientFrame(opcodes.binary, generate(publishPacket(1, "x".repeat(262_144)))));

  await closed;
});

test("[API10] a WebSocket frame that is never finished costs no more than a CONNECT may have", async () => {
  const socket = await openRawWebSocket(app.node.httpPort);
  const closed = once(socket, "close");
  socket.resume();
  const frame = clientFrame(
    opcodes.binary,
    Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0x0f]), Buffer.alloc(250_000)]),
  );

  socket.write(frame.subarray(0, 200_000));

  await closed;
});

test.each([
  ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 7"],
  ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: short"],
])("[API2] a request that cannot become a WebSocket is refused in words: %s", async (line, instead) => {
  const response = await fetchUpgrade(line, instead);

  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain("Not a WebSocket");
});

async function fetchUpgrade(line: string, instead: string): Promise<string> {
  const { connect } = await import("node:net");
  const socket = connect({ port: app.node.httpPort, host: "127.0.0.1" });
  const request =
    "GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n";
  socket.end(request.replace(line, instead));
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}
