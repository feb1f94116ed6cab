import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { S3Bucket } from "../../server/src/adapters/blobs/s3/s3-bucket.ts";
import type { S3Place } from "../../server/src/adapters/blobs/s3/s3-place.ts";
import { mostly } from "../support/at-length.ts";
import { selfSignedCertificate } from "../support/certificate.ts";
import { placeAt } from "../support/s3-store.ts";
import { quickFolder } from "../support/temp-folder.ts";

const content = randomBytes(5_000_001);
const everything = { start: 0, end: content.length - 1 };
const folder = quickFolder();
const { cert, key } = selfSignedCertificate(folder.path);
const trusted = getCACertificates("default");

beforeAll(() => setDefaultCACertificates([...trusted, readFileSync(cert, "utf8")]));
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await folder[Symbol.asyncDispose]();
});

/** A server whose one object is the content, and a bucket there. */
async function served(isSecure: boolean, answer: (response: ServerResponse) => unknown, more: Partial<S3Place> = {}) {
  const undo = new AsyncDisposableStack();
  const listener: RequestListener = (_, response) => void answer(response);
  const server = isSecure
    ? createHttpsServer({ cert: readFileSync(cert), key: readFileSync(key) }, listener)
    : createHttpServer(listener);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.defer(() => void server.close());
  undo.defer(() => {
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  const bucket = new S3Bucket(placeAt(`http${isSecure ? "s" : ""}://127.0.0.1:${port}`, more));
  undo.defer(() => bucket.close());
  return { bucket, sockets, [Symbol.asyncDispose]: () => undo.disposeAsync() };
}

const head = {
  "content-length": content.length,
  "content-range": `bytes 0-${content.length - 1}/${content.length}`,
};

async function readAll(bucket: S3Bucket): Promise<Buffer> {
  const found = await bucket.get("contents/any", everything);
  if (!found) throw new Error("there is no such object");
  return Buffer.concat(await found.bytes.toArray());
}

/** Without TLS a whole store is read from in `blob-store-s3`: here only at length. */
const lines = [
  ["by TLS", true],
  ["without TLS", false],
] as const;

describe.each(mostly(lines, 1))("a large object %s", (_, isSecure) => {
  test("[CLU1] comes as it is, whatever came together with the head", async () => {
    await using place = await served(isSecure, (response) => {
      response.writeHead(206, head);
      response.end(content);
    });
    const pieces: Buffer[] = (await (await place.bucket.get("contents/any", everything))?.bytes.toArray()) ?? [];

    expect(Buffer.concat(pieces).equals(content)).toBe(true);
  });

  test("[REL2] waits for a reader that is slow, for longer than a silent server is waited for", async () => {
    let taken = 0;
    await using place = await served(
      isSecure,
      async (response) => {
        response.writeHead(206, { "content-length": 20 * content.length });
        for (let sent = 0; sent < 20 && !response.destroyed; sent++) {
          const isTaken = response.write(content);
          taken++;
          if (!isTaken) await once(response, "drain").catch(() => undefined);
        }
        response.end();
      },
      { silenceMs: 2_000 },
    );
    const found = await place.bucket.get("contents/any", everything);
    await sleep(3_000);
    const takenMeanwhile = taken;
    const read = await found?.bytes.reduce((sum, chunk: Buffer) => sum + chunk.length, 0);

    expect(takenMeanwhile).toBeLessThan(15); // 25 MB in the buffers of the machine would be many
    expect(read).toBe(20 * content.length);
  });

  test("[FILE6] that is cut is an error after what came", async () => {
    await using place = await served(isSecure, (response) => {
      response.writeHead(206, head);
      response.write(content.subarray(0, 3_000_000), () => response.destroy());
    });

    await expect(readAll(place.bucket)).rejects.toThrow();
  });

  test("[CLU4] whose server falls silent in the middle is given up", async () => {
    await using place = await served(
      isSecure,
      (response) => {
        response.writeHead(206, head);
        response.write(content.subarray(0, 3_000_000));
      },
      { silenceMs: 2_000 },
    );

    await expect(readAll(place.bucket)).rejects.toThrow("the S3 said nothing in time");
  });

  test("[CLU1] of which the server does not say how long it is comes whole as well", async () => {
    await using place = await served(isSecure, (response) => {
      response.writeHead(206, { "content-range": head["content-range"] });
      response.write(content.subarray(0, 10));
      response.end(content.subarray(10));
    });

    expect((await readAll(place.bucket)).equals(content)).toBe(true);
  });

  test("[CLU4] that is longer than it says ends where it said, and what follows keeps nobody busy", async () => {
    await using place = await served(isSecure, (response) => {
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      const text = Buffer.from(`HTTP/1.1 206 Partial Content\r\n${lines.join("")}\r\n`);
      response.socket?.write(Buffer.concat([text, content, Buffer.alloc(200_000, "more")]));
    });

    expect((await readAll(place.bucket)).equals(content)).toBe(true);
  });

  test("[CLU4] that is refused is told in the server's words, one that fails is asked for again", async () => {
    let asked = 0;
    await using place = await served(isSecure, (response) => {
      response.writeHead(asked++ === 0 ? 503 : 403);
      response.end(`<?xml version="1.0"?><Error><Code>${asked === 1 ? "SlowDown" : "AccessDenied"}</Code></Error>`);
    });

    await expect(readAll(place.bucket)).rejects.toMatchObject({
      code: "FILES_REFUSED",
      details: { name: "AccessDenied" },
    });
    expect(asked).toBe(2);
  });

  test("[REL2] that nobody reads any more gives its connection back", async () => {
    await using place = await served(isSecure, (response) => {
      response.writeHead(206, head);
      response.write(content);
    });
    const found = await place.bucket.get("contents/any", everything);
    found?.bytes.destroy();

    await expect.poll(() => [...place.sockets].every(({ destroyed }) => destroyed)).toBe(true);
  });
});
