import { expect, test } from "vitest";
import type { OpenApiDocument } from "../../api/api-document.ts";
import { addressOf, exampleOf, operationsByTag } from "./operations.ts";

const document: OpenApiDocument = {
  info: { title: "t", version: "1" },
  paths: { "/api/a/{id}": { get: { tags: ["A"] }, post: { tags: ["B"] } } },
  components: { schemas: { Id: { type: "string", examples: ["x"] } } },
};

test("operations stand under their tags", () => {
  expect([...operationsByTag(document)].map(([tag, list]) => [tag, list.map(({ id }) => id)])).toEqual([
    ["A", ["get /api/a/{id}"]],
    ["B", ["post /api/a/{id}"]],
  ]);
});

test("an address has its parameters filled in and escaped; empty ones of the query are left out", () => {
  const parameters = [
    { name: "id", in: "path" },
    { name: "q", in: "query" },
    { name: "none", in: "query" },
  ] as const;

  expect(
    addressOf(
      "/api/a/{id}",
      parameters,
      new Map([
        ["id", "../x"],
        ["q", "a&b"],
      ]),
    ),
  ).toBe("/api/a/..%2Fx?q=a%26b");
});

test("an example follows types, examples, defaults and references", () => {
  const schema = {
    type: "object",
    properties: {
      id: { $ref: "#/components/schemas/Id" },
      n: { type: ["integer", "null"] },
      list: { type: "array", items: { type: "boolean" } },
      mode: { enum: ["a", "b"] },
    },
  };

  expect(exampleOf(schema, document)).toEqual({ id: "x", n: 0, list: [false], mode: "a" });
});
