import type { OpenApiDocument, Operation, Parameter, Schema } from "../../api/api-document.ts";

export interface ListedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** By tag, in the order of the document. */
export function operationsByTag(document: OpenApiDocument): ReadonlyMap<string, readonly ListedOperation[]> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ id: `${method} ${path}`, method, path, operation })),
  );
  return Map.groupBy(all, ({ operation }) => operation.tags?.[0] ?? "");
}

export const matches = ({ path, method, operation }: ListedOperation, filter: string): boolean =>
  `${method} ${path} ${operation.summary ?? ""}`.toLowerCase().includes(filter.toLowerCase());

/** The path with its parameters filled in, and the query behind it. */
export function addressOf(path: string, parameters: readonly Parameter[], values: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = values.get(name) ?? "";
    if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query" && value !== "") query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

const deepest = 6;

/** An example that fits a schema: to start a request from, and to show what an answer looks like. */
export function exampleOf(schema: Schema | undefined, document: OpenApiDocument, depth = 0): unknown {
  if (!schema || depth > deepest) return {};
  if (schema.$ref) return exampleOf(referred(schema.$ref, document), document, depth + 1);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], document, depth + 1);
  return exampleOfType(schema, document, depth);
}

function exampleOfType(schema: Schema, document: OpenApiDocument, depth: number): unknown {
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, exampleOf(one, document, depth + 1)]),
      );
    case "array":
      return [exampleOf(schema.items, document, depth + 1)];
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "null":
      return null;
    case "string":
      return "";
    default:
      return {};
  }
}

const referred = (reference: string, document: OpenApiDocument): Schema | undefined =>
  document.components?.schemas?.[reference.split("/").at(-1) ?? ""];
