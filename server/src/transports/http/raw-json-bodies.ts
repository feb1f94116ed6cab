import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import type { HttpApp } from "../http-app.ts";
import { isJsonBody } from "./body-parser.ts";
import { mediaTypeUnsupported } from "./faults.ts";
import { validatorCompiler } from "./validation.ts";

/**
 * Within `scope`, JSON bodies reach the route as bytes: numbers keep all their digits and a key named `__proto__` is
 * a key [TEL3]. The body's schema documents it; the route's own decoder decides. Devices may not be able to say what they
 * send: theirs are taken whatever they are called.
 */
export function readBodiesAsBytes(scope: HttpApp, isTaken = isJsonBody): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > 0 && !isTaken(request)) throw mediaTypeUnsupported();
    return body;
  });
  scope.setValidatorCompiler(((part) =>
    part.httpPart === "body" ? (value: unknown) => ({ value }) : validatorCompiler(part)) as FastifySchemaCompiler<
    Record<string, unknown>
  >);
}

const nothing = new Uint8Array();

/** The bytes of the body; none at all where there was no body. */
export const bodyBytesOf = (request: { readonly body: unknown }): Uint8Array =>
  request.body instanceof Uint8Array ? request.body : nothing;
