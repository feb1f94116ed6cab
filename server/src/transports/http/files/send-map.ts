import type { FastifyReply, FastifyRequest } from "fastify";
import { type MapFiles, mapGone, mapRangeNeeded } from "../../../core/maps/index.ts";
import { byteRangeOf } from "./byte-range.ts";
import { behindTheEnd } from "./send-file.ts";

/** A part of a map [DSH3]. What was read stays right for as long as its version is in the address. */
export async function sendMapBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { maps, version, atMost }: { readonly maps: MapFiles; readonly version: string; readonly atMost: number },
): Promise<FastifyReply> {
  const map = await maps.current();
  if (map?.version !== version) throw mapGone();
  const range = byteRangeOf(request.headers.range, map.size);
  if (range === "unsatisfiable") throw behindTheEnd(map.size);
  if (range === "whole" || range.end - range.start >= atMost) throw mapRangeNeeded(atMost);
  const bytes = await maps.read(version, range.start, range.end);
  if (!bytes) throw mapGone();
  return reply
    .code(206)
    .headers({
      "content-type": "application/octet-stream",
      "content-range": `bytes ${range.start}-${range.end}/${map.size}`,
      "accept-ranges": "bytes",
      etag: `"${version}"`,
      "cache-control": "private, max-age=86400, immutable, no-transform",
      "x-content-type-options": "nosniff",
    })
    .send(bytes);
}
