import type { S3Client } from "@aws-sdk/client-s3";
import type { ContentSums } from "../content-sums.ts";
import { crcOfPieces } from "../crc-of-pieces.ts";
import { PartOfFile } from "./part-of-file.ts";

/** What a server compares with the bytes it received, and keeps beside them. */
export interface KnownSums {
  readonly ChecksumCRC32: string;
}

/** The CRC is known since the bytes arrived. */
export function sumsOf(sums: ContentSums): KnownSums {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crcOfPieces(sums));
  return { ChecksumCRC32: crc.toString("base64") };
}

/** Says that the signature is not about the bytes: the CRC, which is signed, and TLS guard them, as in AWS's own tools. */
const unsigned = "UNSIGNED-PAYLOAD";

/**
 * What a request says of its bytes before it is signed. Without TLS it is their SHA-256, made in the thread pool: eight
 * megabytes would keep the event loop, where the client makes it otherwise. With TLS that hash, here and there half of what an
 * upload computes, would prove nothing that the line does not.
 */
export function nameBodies({ middlewareStack }: S3Client, isOverTls: boolean): void {
  middlewareStack.add(
    (next) => async (args) => {
      const body = "Body" in args.input ? args.input.Body : undefined;
      if ((body instanceof Uint8Array || body instanceof PartOfFile) && hasHeaders(args.request))
        args.request.headers["x-amz-content-sha256"] = isOverTls ? unsigned : await sha256Of(body);
      return next(args);
    },
    { step: "build", name: "nameBodies" },
  );
}

async function sha256Of(body: Uint8Array | PartOfFile): Promise<string> {
  const bytes = body instanceof PartOfFile ? await body.whole() : body;
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}

const hasHeaders = (request: unknown): request is { headers: Record<string, string> } =>
  typeof request === "object" && request !== null && "headers" in request;
