import type { S3Client } from "@aws-sdk/client-s3";
import type { ContentSums } from "../content-sums.ts";
import { crcOfPieces } from "../crc-of-pieces.ts";

/** What a server compares with the bytes it received, and keeps beside them. */
export interface KnownSums {
  readonly ChecksumCRC32: string;
}

/** Bytes that are about to be sent, and their SHA-256, which every request has to name. */
const hashes = new WeakMap<object, string>();

/** Hashed in the thread pool: eight megabytes would keep the event loop. The CRC is known since the bytes arrived. */
export async function sumsOf(bytes: Buffer<ArrayBuffer>, sums: ContentSums): Promise<KnownSums> {
  hashes.set(bytes, Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex"));
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crcOfPieces(sums));
  return { ChecksumCRC32: crc.toString("base64") };
}

/** The hash is there before a request is signed, which would compute it in one go otherwise. */
export function sendKnownHashes({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => (args) => {
      const body = "Body" in args.input ? args.input.Body : undefined;
      const sha256 = typeof body === "object" ? hashes.get(body) : undefined;
      if (sha256 !== undefined && hasHeaders(args.request)) args.request.headers["x-amz-content-sha256"] = sha256;
      return next(args);
    },
    { step: "build", name: "knownHashes" },
  );
}

const hasHeaders = (request: unknown): request is { headers: Record<string, string> } =>
  typeof request === "object" && request !== null && "headers" in request;
