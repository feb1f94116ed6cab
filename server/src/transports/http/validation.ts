import type { FastifySchemaCompiler } from "fastify";
import { bodyValidator, textValidator } from "../../kernel/schema-validators.ts";

/** Validates each part of a request by the same schema that documents it [API8]. */
export const validatorCompiler: FastifySchemaCompiler<Record<string, unknown>> = ({ schema, httpPart }) =>
  httpPart === "body" ? bodyValidator(schema) : textValidator(schema);
