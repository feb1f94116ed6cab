import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { mqttDevice } from "../support/mqtt-device.ts";
import { codeOf, connectPacket, RawMqtt } from "../support/raw-mqtt.ts";
import { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  // Longer than any test: an answer that came was not held back. Nor does the end wait for those that are.
  app = await startApp({ HELIO_TOKEN_DELAY_MAX: "10min", HELIO_STOP_TIMEOUT: "100ms" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const from = (address: string) => new RestClient(app.node.httpPort, {}, address);
const ping = (address: string, token: string) => from(address).post(`/status.php?F=PING&ID=${token}`);

/** Sends a PING and hangs up without waiting for the answer. */
function guessAndHangUp(address: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: app.node.httpPort, host: "127.0.0.1", localAddress: address });
    socket.on("error", reject);
    socket.write(`POST /status.php?F=PING&ID=${token} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`, () =>
      socket.end(() => setTimeout(() => socket.destroy(), 20)),
    );
    socket.on("close", () => resolve());
  });
}

const guessALot = async (address: string): Promise<void> => {
  for (let guess = 0; guess < 25; guess++) await guessAndHangUp(address, `guess-${guess}`);
  await expect.poll(() => app.platform.guesses.isUsedUp(address, app.platform.clock())).toBe(true);
};

/** Whether an answer came before something else did. */
const isAnswered = (answer: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    answer.then(
      () => true,
      () => true,
    ),
    sleep(300, false),
  ]);

test("[DEV4] guesses count when they arrive: whoever hangs up is held back as well, with a right token too", async () => {
  const { token } = await mqttDevice(app, home);

  await guessALot("127.0.0.31");

  expect(await isAnswered(ping("127.0.0.31", token))).toBe(false);
  expect((await ping("127.0.0.32", token)).status).toBe(204);
});

test("[DEV4] a right token whose caller hung up is still new there: asking twice tells nothing that waiting would not", async () => {
  const { token } = await mqttDevice(app, home);
  await guessALot("127.0.0.35");

  await guessAndHangUp("127.0.0.35", token);

  expect(await isAnswered(ping("127.0.0.35", token))).toBe(false);
});

test("[DEV4] a CONNECT that was hung up makes a token no more known than a request does", async () => {
  const { token } = await mqttDevice(app, home);
  await guessALot("127.0.0.1");
  for (let round = 0; round < 2; round++) {
    await using raw = await RawMqtt.open(app.node.mqttPort);
    raw.send(connectPacket(token, 4));

    expect(await isAnswered(raw.next("connack"))).toBe(false);
  }
});

test("[DEV4] guesses over HTTP count for MQTT, and a right token is as quiet as a wrong one", async () => {
  const { token } = await mqttDevice(app, home);
  await guessALot("127.0.0.1");

  await using raw = await RawMqtt.open(app.node.mqttPort);
  raw.send(connectPacket(token, 4));

  expect(await isAnswered(raw.next("connack"))).toBe(false);
});

test("[AUTH3] a device that was there before is served at once, however many guess beside it", async () => {
  const { token } = await mqttDevice(app, home);
  expect((await ping("127.0.0.34", token)).status).toBe(204);

  await guessALot("127.0.0.34");

  for (let round = 0; round < 3; round++) expect((await ping("127.0.0.34", token)).status).toBe(204);
});

test("[AUTH3] a device that comes for the first time while others guess is served after the delay, never refused", async () => {
  await using patient = await startApp({ HELIO_TOKEN_DELAY_MAX: "300ms" });
  const { token } = await mqttDevice(patient, await patient.firstTenant());
  const rest = new RestClient(patient.node.httpPort);
  const guesses = Array.from({ length: 200 }, (_, n) => rest.post(`/status.php?F=PING&ID=guess-${n}`));

  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await rest.post(`/status.php?F=PING&ID=${token}`)).status),
  );

  const overMqtt = await RawMqtt.open(patient.node.mqttPort);
  overMqtt.send(connectPacket("guess", 4));

  expect(statuses).toEqual([204, 204, 204]);
  expect(codeOf(await overMqtt.next("connack"))).toBe(5);
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
});
