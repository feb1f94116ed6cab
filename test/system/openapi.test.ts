import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly requestBody?: unknown;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Record<string, unknown>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await sharedApp();
  document = (await app.rest.get("/api/openapi.json")).json<Document>();
});
afterAll(() => app[Symbol.asyncDispose]());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

test("[API8] the description is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate({ ...structuredClone(document) });

  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
});

test("[API8] the validator can fail", async () => {
  const broken = structuredClone(document) as unknown as { paths: Record<string, unknown> };
  broken.paths["/broken"] = { get: { responses: 5 } };

  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test("[API8] the description is complete: it has every route there is", () => {
  const registered = app.node.routes
    .filter(({ method }) => method !== "HEAD")
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, "{$1}")}`);

  expect(
    operations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(registered.sort());
});

test("[API8] every operation says what it is for, who may call it and how it refuses", () => {
  for (const { name, operation } of operations()) {
    expect(operation.summary, name).toBeTruthy();
    expect(operation.tags, name).toHaveLength(1);
    expect(operation.security, name).toBeDefined();
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(["4XX", "5XX"]));
    expect(
      Object.keys(operation.responses).some((status) => status.startsWith("2")),
      name,
    ).toBe(true);
  }
});

test("[API8] bodies and parameters come with examples", () => {
  for (const { name, operation } of operations()) {
    if (operation.requestBody) expect(JSON.stringify(operation.requestBody), name).toContain("example");
    for (const parameter of operation.parameters ?? []) {
      const hasExample = /example|boolean|enum/.test(JSON.stringify(parameter));
      expect(hasExample, `${name} ${parameter.name}`).toBe(true);
    }
  }
});

test("the example of the metrics names a metric that exists, with its type", async () => {
  const text = JSON.stringify(document.paths["/metrics"]?.["get"]?.responses["200"]);
  const [example = "no example"] = /# TYPE \w+ \w+/.exec(text) ?? [];

  expect((await app.rest.get("/metrics")).text).toContain(`${example}\n`);
});
