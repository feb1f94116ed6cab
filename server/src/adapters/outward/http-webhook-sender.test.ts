import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../../../../test/support/certificate.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
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

test("[NTF1] over HTTPS the certificate is checked, against those that are believed and against the name", async () => {
  await using folder = await tempFolder();
  const files = selfSignedCertificate(folder.path);
  const [cert, key] = [readFileSync(files.cert, "utf8"), readFileSync(files.key, "utf8")];
  await using receiver = await startWebhookReceiver({ cert, key });
  const allowed = new AllowedAddresses(["127.0.0.1"], async () => ["127.0.0.1"]);
  const limits = { timeoutMs: 10_000, answerBytes: 100 };
  const believing = new HttpWebhookSender({ allowed, limits, certificates: [cert] });
  const at = (host: string) => post(`https://${host}:${receiver.port}/x`);

  expect(await believing.send(at("127.0.0.1"))).toMatchObject({ status: 200, text: "taken" });
  await expect(senderTo(allowed).send(at("127.0.0.1"))).rejects.toThrow(/certificate/);
  await expect(believing.send(at("hooks.example.org"))).rejects.toThrow(/altnames|does not match/i);
  await expect(believing.send(post(`http://127.0.0.1:${receiver.port}/x`))).rejects.toMatchObject({ isFinal: false });
  expect(receiver.received).toHaveLength(1);
});

test("[NTF1] who has said 200 has taken it, though the rest of the answer never ends, stalls or breaks off", async () => {
  await using receiver = await startWebhookReceiver();
  const url = `http://127.0.0.1:${receiver.port}/`;
  const sender = senderTo(new AllowedAddresses(["127.0.0.1"]));

  receiver.answer = (_, reply) => {
    const write = () => reply.write("x".repeat(1_000)) || reply.once("drain", write);
    reply.on("drain", write);
    write();
  };
  expect(await sender.send(post(url))).toMatchObject({ status: 200, text: "x".repeat(100) });
  receiver.answer = (_, reply) => void reply.write("so far");
  const hasty = senderTo(new AllowedAddresses(["127.0.0.1"]), 3_000);
  expect(await hasty.send(post(url))).toMatchObject({ status: 200, text: "so far" });
  receiver.answer = (_, reply) => {
    reply.writeHead(200, { "content-length": "1000" }).write("so far");
    reply.destroy();
  };
  await expect(
    sender.send(post(url)).then(
      ({ status }) => status,
      () => 0,
    ),
  ).resolves.toBeOneOf([200, 0]);
  receiver.answer = (_, reply) => reply.socket?.destroy();
  await expect(sender.send(post(url))).rejects.toMatchObject({ isFinal: false, problem: "NOT_REACHED" });
  receiver.answer = (_, reply) => reply.socket?.write(`HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(10_000)}`);
  await expect(sender.send(post(url))).rejects.toMatchObject({ isFinal: false });
});
