import { createHash } from "node:crypto";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { digestOf } from "../content-digest.ts";
import { sumsOf } from "./known-sums.ts";
import { s3Client } from "./s3-client.ts";

const body = Buffer.from("some bytes");

/** What would be sent, and is not. */
async function headersOfPut(endpoint: string, body = Buffer.from("some bytes")): Promise<Record<string, string>> {
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const place = {
    bucket: "files",
    prefix: "",
    region: "us-east-1",
    isPathStyle: true,
    silenceMs: 1_000,
    connections: 1,
    connectionWaitMs: 1_000,
    unreadMs: 1_000,
  };
  const client = s3Client({ ...place, endpoint, credentials });
  const sent: Record<string, string>[] = [];
  client.middlewareStack.add(
    () => async (args) => {
      sent.push((args.request as { headers: Record<string, string> }).headers);
      return { response: {}, output: { $metadata: {} } };
    },
    { step: "finalizeRequest", priority: "low", name: "caught" },
  );
  const sums = sumsOf(digestOf(body).sums);
  await client.send(new PutObjectCommand({ Bucket: "files", Key: "a", Body: body, ...sums }));
  client.destroy();
  return sent[0] ?? {};
}

test("[REL1] without TLS the signature is about the SHA-256 of the bytes, with it about their CRC", async () => {
  const [open, secured] = [await headersOfPut("http://127.0.0.1:1"), await headersOfPut("https://127.0.0.1:1")];

  expect(open["x-amz-content-sha256"]).toBe(createHash("sha256").update(body).digest("hex"));
  expect(secured["x-amz-content-sha256"]).toBe("UNSIGNED-PAYLOAD");
  for (const { authorization, "x-amz-checksum-crc32": crc } of [open, secured]) {
    expect(crc).toMatch(/^[\w+/]+==$/);
    expect(authorization).toMatch(/SignedHeaders=[^,]*x-amz-checksum-crc32/);
  }
});

test("[CLU4] a large part goes out on a connection that is there: nobody asks first, on one of its own, whether it is welcome", async () => {
  const headers = await headersOfPut("https://127.0.0.1:1", Buffer.alloc(8 * 1024 * 1024));

  expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain("expect");
});
