import { expect, test } from "vitest";
import { startWebhookReceiver } from "../../../../test/support/webhook-receiver.ts";
import { AllowedAddresses } from "./allowed-addresses.ts";
import { HttpWebhookSender } from "./http-webhook-sender.ts";

const senderTo = (allowed: AllowedAddresses, timeoutMs = 10_000) =>
  new HttpWebhookSender({ allowed, limits: { timeoutMs, answerBytes: 100 } });
const post = (url: string) => ({ url, headers: { "webhook-id": "1" }, body: "{}" });

test("[NTF1] the address that was checked is the one connected to, and a name that leads inside is refused", async () => {
  await using receiver = await startWebhookReceiver();
  let lookups = 0;
  /** A name server that says something else the second time. */
  const changing = async () => (lookups++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]);
  const url = `http://rebinding.example.org:${receiver.port}/`;

  await senderTo(new AllowedAddresses(["127.0.0.1"], changing)).send(post(url));
  const refused = senderTo(new AllowedAddresses([], async () => ["127.0.0.1"])).send(post(url));

  await expect(refused).rejects.toThrow(/HELIO_WEBHOOK_INSIDE/);
  expect([lookups, receiver.received.length]).toEqual([1, 1]);
});

test.each([
  "127.0.0.1",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "localhost",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "169.254.169.254",
])("[NTF1] http://%s is refused before anything is connected to", async (host) => {
  await expect(senderTo(new AllowedAddresses([])).send(post(`http://${host}:1/`))).rejects.toThrow(/inside/);
});

test("[NTF1] an answer is read up to its bound, a redirect and a 410 are final, a 503 and a stall are not", async () => {
  await using receiver = await startWebhookReceiver();
  const url = `http://127.0.0.1:${receiver.port}/`;
  const sender = senderTo(new AllowedAddresses(["127.0.0.1"]));

  receiver.answer = (_, reply) => reply.end("x".repeat(100_000));
  expect((await sender.send(post(url))).text).toBe("x".repeat(100));
  for (const [status, isFinal] of [
    [302, true],
    [410, true],
    [503, false],
  ] as const) {
    receiver.answer = (_, reply) => reply.writeHead(status, { location: "http://127.0.0.1:1/" }).end();
    await expect(sender.send(post(url))).rejects.toMatchObject({ name: "WebhookRefused", isFinal });
  }
  receiver.answer = () => undefined;
  const stalled = senderTo(new AllowedAddresses(["127.0.0.1"]), 100).send(post(url));
  await expect(stalled).rejects.toMatchObject({ isFinal: false, message: expect.stringContaining("no answer") });
});
