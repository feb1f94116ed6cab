import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseBoundedJson } from "../../kernel/bounded-json.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import { parsedInPassing } from "../../kernel/parsed-in-turn.ts";
import { HttpError, mediaTypeUnsupported } from "./faults.ts";

const malformed = (problem: string) => new HttpError("JSON_MALFORMED", 400, `The body is not valid JSON: ${problem}`);
const tooComplex = (problem: string) => new HttpError("JSON_TOO_COMPLEX", 400, `The body is refused: ${problem}`);

/**
 * How bodies are read [API7]: JSON, also without a Content-Type or as text/plain; an empty body counts as none, whatever its type
 * says; anything else is refused.
 */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    if (!isJsonBody(request)) throw mediaTypeUnsupported();
    const value = parseJson(body);
    if (body.length > parsedInPassing) await longWork.nextPiece(); // what is done with it is a piece of its own [API11]
    return value;
  });
}

export const mediaTypeOf = (request: FastifyRequest): string =>
  (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

export function isJsonBody(request: FastifyRequest): boolean {
  const type = mediaTypeOf(request);
  return type === "" || type === "application/json" || type === "text/plain" || type.endsWith("+json");
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

const parseJson = (body: Buffer): unknown =>
  parseBoundedJson(textOf(body), (problem, cause) =>
    cause instanceof SyntaxError ? malformed(cause.message) : tooComplex(problem),
  );

function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw malformed("it is not UTF-8");
  }
}
