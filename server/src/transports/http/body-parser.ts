import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError, mediaTypeUnsupported } from "./faults.ts";

const malformed = (problem: string) => new HttpError("JSON_MALFORMED", 400, `The body is not valid JSON: ${problem}`);

/**
 * How bodies are read [API7]: JSON, also without a Content-Type or as text/plain; an empty body counts as none, whatever its type
 * says; anything else is refused.
 */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    if (!isJsonBody(request)) throw mediaTypeUnsupported();
    return parseJson(body);
  });
}

export const mediaTypeOf = (request: FastifyRequest): string =>
  (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

export function isJsonBody(request: FastifyRequest): boolean {
  const type = mediaTypeOf(request);
  return type === "" || type === "application/json" || type === "text/plain" || type.endsWith("+json");
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    throw malformed(error instanceof SyntaxError ? error.message : "it is not UTF-8");
  }
}
