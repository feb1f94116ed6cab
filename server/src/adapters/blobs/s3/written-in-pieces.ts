import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { PartOfFile, writtenBytes } from "./part-of-file.ts";

interface BodyRequest {
  readonly body: Uint8Array | PartOfFile;
}

/**
 * Large bodies go to the connection piece by piece. In one write Node copies and encrypts all of it before it sends the
 * first byte, in fresh memory, and the server waits (ADR 82). At the innermost place: whoever asks again is further out
 * and has the bytes themselves.
 */
export function writeInPieces({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      return next(hasLargeBody(request) ? { ...args, request: { ...request, body: streamOf(request.body) } } : args);
    },
    { step: "deserialize", priority: "low", name: "writeInPieces" },
  );
}

const streamOf = (body: Uint8Array | PartOfFile): Readable =>
  body instanceof PartOfFile ? body.stream() : piecesOf(body);

function piecesOf(body: Uint8Array): Readable {
  let at = 0;
  return new Readable({
    highWaterMark: writtenBytes,
    read() {
      const piece = body.subarray(at, at + writtenBytes);
      at += piece.length;
      this.push(piece.length === 0 ? null : piece);
    },
  });
}

const hasLargeBody = (request: unknown): request is BodyRequest =>
  typeof request === "object" &&
  request !== null &&
  "body" in request &&
  (request.body instanceof PartOfFile || (request.body instanceof Uint8Array && request.body.length > writtenBytes));
