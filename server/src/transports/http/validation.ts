import type { FastifySchemaCompiler } from "fastify";
import { bodyValidator, textValidator } from "../../kernel/schema-validators.ts";

type Values = Record<string, unknown>;

/** Validates each part of a request by the same schema that documents it [API8]. */
export const validatorCompiler: FastifySchemaCompiler<Values> = ({ schema, httpPart }) => {
  if (httpPart === "body") return bodyValidator(schema);
  const validate = textValidator(schema);
  return httpPart === "querystring" && isOfList(schema) ? (query) => validate(withLimit(query as Values)) : validate;
};

const isOfList = ({ properties }: Values): boolean => typeof properties === "object" && "limit" in { ...properties };

/** Clients of this API family know two names for the length of a page [API5]. */
function withLimit(query: Values): Values {
  const { pageSize, ...others } = query;
  return pageSize === undefined || "limit" in others ? query : { ...others, limit: pageSize };
}
