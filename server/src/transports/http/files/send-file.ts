import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ByteRange, baseNameOf, type Downloads, type HeldFile } from "../../../core/files/index.ts";
import { HttpError } from "../faults.ts";
import { byteRangeOf } from "./byte-range.ts";
import { attachment } from "./content-disposition.ts";
import { archiveOf } from "./zip-stream.ts";

export const behindTheEnd = (size: number) =>
  new HttpError("RANGE_UNSATISFIABLE", 416, `The file has ${size} bytes; the range lies behind them`, {
    "content-range": `bytes */${size}`,
  });

/** For HEAD: an empty stream leaves the headers as they are, the length among them. */
const nothing = (): Readable => Readable.from([]);

/** One file, or the part of it that was asked for [FILE5]. Bytes are sent as they are, never encoded. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  downloads: Downloads,
  file: HeldFile,
  mediaType = "application/octet-stream",
): Promise<FastifyReply> {
  const { sha256, size, receivedTime } = file.content;
  const etag = `"${sha256}"`;
  void reply.headers({
    etag,
    "last-modified": new Date(receivedTime).toUTCString(),
    "accept-ranges": "bytes",
    "cache-control": "private, no-transform",
    "x-content-type-options": "nosniff",
  });
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const range = wantedRange(request, etag, size);
  void reply.headers({
    "content-type": mediaType,
    "content-disposition": attachment(baseNameOf(file.name)),
    "content-length": String(range ? range.end - range.start + 1 : size),
  });
  if (range) void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  if (request.method === "HEAD") return reply.send(nothing());
  return reply.send((await downloads.open(file, range)).bytes);
}

/** Several files as one archive; its length follows from theirs, so that a reader sees how far it is. */
export function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  downloads: Downloads,
  files: readonly HeldFile[],
): FastifyReply {
  const archive = archiveOf(downloads, files);
  void reply.headers({
    "content-type": "application/zip",
    "content-disposition": attachment("files.zip"),
    "content-length": String(archive.size),
    "cache-control": "private, no-transform",
  });
  return reply.send(request.method === "HEAD" ? nothing() : archive.open());
}

/** With `If-Range` the part is of use only while the content is the one it began with. */
function wantedRange(request: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const condition = request.headers["if-range"];
  if (condition !== undefined && condition !== etag) return undefined;
  const range = byteRangeOf(request.headers.range, size);
  if (range === "unsatisfiable") throw behindTheEnd(size);
  return range === "whole" ? undefined : range;
}

const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, ""))) ?? false;
