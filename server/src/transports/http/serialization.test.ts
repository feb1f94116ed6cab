import { clientFrames, type Route, routes } from "@heliograph/contract";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { bodyValidator, textValidator } from "../../kernel/schema-validators.ts";
import { serializerOf } from "./serialization.ts";

/** One route with the schemas of its requests and answers. */
const all = Object.values(routes).flatMap((subject) => Object.values(subject)) as Route[];

/** An answer of several media types has a schema for each. */
const answerSchemasOf = ({ answers }: Route): object[] =>
  Object.values(answers).flatMap((answer: object) =>
    "content" in answer
      ? Object.values(answer.content as Record<string, { readonly schema: object }>).map(({ schema }) => schema)
      : [answer],
  );

const requestSchemasOf = ({ params, query, body }: Route): object[] =>
  [params, query, body].filter((schema) => schema !== undefined);

// A node makes them when they are first used: a schema that cannot be used would be found by whoever calls the route.
test("[API8] every schema of the contract can be written and checked by", () => {
  expect(all.length).toBeGreaterThan(150);
  for (const route of all) {
    for (const schema of answerSchemasOf(route)) expect(() => serializerOf(schema), route.path).not.toThrow();
    if (route.body) expect(() => [...bodyValidator(route.body as object).prepare()], route.path).not.toThrow();
    // What they say of a value does not matter here: they are made by being asked.
    for (const text of [route.params, route.query])
      if (text) expect(() => textValidator(text)({}), route.path).not.toThrow();
  }
});

// Nor does a node look whether they are schemas at all.
test("[API8] every schema of the contract is a schema", () => {
  const ajv = new Ajv({ strict: false });
  const schemas = all.flatMap((route) => [...requestSchemasOf(route), ...answerSchemasOf(route)]);
  for (const schema of [...schemas, ...Object.values(clientFrames)]) {
    expect(ajv.validateSchema(schema), JSON.stringify(schema)).toBe(true);
  }
  expect(ajv.validateSchema({ type: "no such type" })).toBe(false);
});

test("a serializer is made once for each schema, and writes what it knows and nothing else", () => {
  const schema = { type: "object", properties: { known: { type: "string" } } };

  expect(serializerOf(schema)).toBe(serializerOf(schema));
  expect(serializerOf(schema)({ known: "yes", secret: "no" })).toBe('{"known":"yes"}');
});
