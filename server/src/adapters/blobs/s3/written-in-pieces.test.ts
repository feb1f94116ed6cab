import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { ClientRequest, createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test, vi } from "vitest";
import { writeInPieces } from "./written-in-pieces.ts";

const body = randomBytes(3_000_001);

/** A server that has an answer for every request, and a client of it. */
async function served(answer: (request: IncomingMessage) => Promise<number>) {
  const undo = new AsyncDisposableStack();
  const server = createServer((request, response) => {
    const say = (status: number) => response.writeHead(status, { "content-length": 0 }).end();
    void answer(request).then(say, () => say(500));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const client = new S3Client({
    ...{ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, forcePathStyle: true },
    ...{ region: "us-east-1", credentials: { accessKeyId: "key", secretAccessKey: "secret" } },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  undo.defer(() => client.destroy());
  writeInPieces(client);
  return { client, [Symbol.asyncDispose]: () => undo.disposeAsync() };
}

const put = (sent: Buffer) => new PutObjectCommand({ Bucket: "bucket", Key: "key", Body: sent });

test("[CLU1] a large body goes to the connection in pieces, its length announced", async () => {
  const arrived: Buffer[] = [];
  await using place = await served(async (request) => {
    expect(request.headers["content-length"]).toBe(String(body.length));
    arrived.push(await buffer(request));
    return 200;
  });
  using written = vi.spyOn(ClientRequest.prototype, "write");

  await place.client.send(put(body));

  const sizes = written.mock.calls.map(([piece]) => (piece as Buffer).length);
  expect(Buffer.concat(arrived).equals(body)).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(body.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
});

test("[CLU4] one that a server broke off or could not take is sent again from its beginning", async () => {
  const arrived: Buffer[] = [];
  let asked = 0;
  await using place = await served(async (request) => {
    asked++;
    if (asked === 1) {
      await once(request, "data");
      request.socket.destroy();
      return 500;
    }
    arrived.push(await buffer(request));
    return asked === 2 ? 503 : 200;
  });

  await place.client.send(put(body));

  expect(asked).toBe(3);
  expect(arrived.map((sent) => sent.equals(body))).toEqual([true, true]);
});

test("[CLU4] one that is refused before all of it was sent is a refusal, and not sent again", async () => {
  let asked = 0;
  await using place = await served(async () => {
    asked++;
    return 403;
  });

  await expect(place.client.send(put(randomBytes(20_000_000)))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  expect(asked).toBe(1);
});

test("[CLU1] a small body goes as it is", async () => {
  const sent = randomBytes(1_000);
  const arrived: Buffer[] = [];
  await using place = await served(async (request) => {
    arrived.push(await buffer(request));
    return 200;
  });

  await place.client.send(put(sent));

  expect(Buffer.concat(arrived).equals(sent)).toBe(true);
});
