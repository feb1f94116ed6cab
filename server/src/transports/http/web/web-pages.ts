import type { FastifyReply, FastifyRequest } from "fastify";
import { securityHeaders } from "./security-headers.ts";
import type { WebFile, WebFiles } from "./web-files.ts";

const forever = "public, max-age=31536000, immutable";
const askAgain = "no-cache";

/** Paths that belong to machines: an unknown one is a JSON 404 there, whatever the client accepts [API9]. */
const machinePaths = /^\/(api|API|health|metrics|mqtt)(\/|$)|\/status\.php$/;

/** Answers with a file of the web interface, or `undefined` where the path is none of its business [API9]. */
export function answerWithWebFile(
  files: WebFiles,
  request: FastifyRequest,
  reply: FastifyReply,
  headers = securityHeaders,
): FastifyReply | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const path = request.url.split("?", 1)[0] ?? "/";
  const file = files.get(path) ?? (isDeepLink(path, request.headers.accept) ? files.get("/index.html") : undefined);
  return file && send(file, request, reply, headers);
}

/** The link whose page this is; undefined for every other path. */
export const sharedPageIn = (url: string): string | undefined =>
  /^\/s\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?(?:\?|$)/i.exec(url)?.[1]?.toLowerCase();

/** `/assets` holds files alone: a missing one must not be answered with a page. */
const isDeepLink = (path: string, accept = ""): boolean =>
  accept.toLowerCase().includes("text/html") && !machinePaths.test(path) && !path.startsWith("/assets/");

function send(
  file: WebFile,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: typeof securityHeaders,
): FastifyReply {
  reply
    .headers(headers)
    .header("cache-control", file.isImmutable ? forever : askAgain)
    .header("vary", "Accept-Encoding, Accept")
    .header("etag", file.etag);
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  const [encoding, body] = encoded(file, request.headers["accept-encoding"]);
  if (encoding) reply.header("content-encoding", encoding);
  return reply.code(200).header("content-length", body.length).type(file.contentType).send(body);
}

/** The smallest form the client takes. A weight of zero is a refusal. */
function encoded(file: WebFile, accepted: string | string[] = ""): [encoding: string | undefined, body: Buffer] {
  const takes = (encoding: string) =>
    String(accepted)
      .split(",")
      .some((one) => one.trim().split(";")[0] === encoding && !/;\s*q=0(\.0*)?\s*$/.test(one));
  if (file.br && takes("br")) return ["br", file.br];
  if (file.gzip && takes("gzip")) return ["gzip", file.gzip];
  return [undefined, file.plain];
}
