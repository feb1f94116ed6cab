import { Type } from "typebox";
import { expect, test } from "vitest";
import { bodyValidator, textValidator } from "./schema-validators.ts";

const schema = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  share: Type.Optional(Type.Number()),
  nested: Type.Optional(Type.Array(Type.Object({ need: Type.Any(), may: Type.Optional(Type.String()) }))),
});

test.each(["limit", "share"])(
  "[API7] a number no double can hold is refused as %s, and not taken for nothing",
  (field) => {
    for (const sent of ["1e999", "-1e999"])
      expect(bodyValidator(schema)(JSON.parse(`{"${field}":${sent}}`))).toMatchObject({
        error: { message: expect.stringContaining(field) },
      });
    expect(textValidator(schema)({ [field]: "1e999" })).toMatchObject({ error: expect.anything() });
  },
);

test("[API7] they are the same in what a map holds, whatever its names are", () => {
  const map = Type.Object({ parts: Type.Record(Type.String({ pattern: "^[a-z]+$" }), schema) });

  const value = bodyValidator(map)({
    parts: { a: { limit: null, nested: [{ need: 1, may: null }] }, b: { limit: 2 } },
  });

  expect(value).toEqual({ value: { parts: { a: { nested: [{ need: 1 }] }, b: { limit: 2 } } } });
});

test("[API7] null and missing are the same for optional fields, at every depth; a required null is told", () => {
  const value = bodyValidator(schema)({ limit: null, other: null, nested: [{ need: 1, may: null }, { need: 2 }] });

  expect(value).toEqual({ value: { nested: [{ need: 1 }, { need: 2 }] } });
});

const wide = Type.Object(
  {
    name: Type.Optional(
      Type.String({ maxLength: 3, pattern: "^[a-z]*$", "x-must": "must be small", "x-form": "small" }),
    ),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    kind: Type.Optional(Type.Enum(["A", "B"])),
    list: Type.Optional(Type.Array(Type.Object({ id: Type.String() }), { maxItems: 1 })),
  },
  { additionalProperties: false },
);

test.each([
  [{ name: "long" }, "name must NOT have more than 3 characters", { field: "name", kind: "maxLength", wanted: "3" }],
  [{ name: "A" }, "name must be small", { field: "name", kind: "small", wanted: "" }],
  [{ name: 1 }, "name must be a string", { field: "name", kind: "string", wanted: "" }],
  [{ count: 0 }, "count must be >= 1", { field: "count", kind: "minimum", wanted: "1" }],
  [{ count: 1.5 }, "count must be an integer", { field: "count", kind: "integer", wanted: "" }],
  [{ kind: "C" }, "kind must be one of A, B", { field: "kind", kind: "enum", wanted: "A, B" }],
  [{ list: [{}] }, "list.0.id is required", { field: "list.0.id", kind: "required", wanted: "" }],
  [{ more: 1 }, "body must not have more", { field: "body", kind: "unknown", wanted: "more" }],
  [[], "body must be an object", { field: "body", kind: "object", wanted: "" }],
])("[API2] what does not fit is told in words and in parts: %j", (sent, message, params) => {
  expect(bodyValidator(wide)(sent)).toMatchObject({ error: { code: "REQUEST_INVALID", message, params } });
});

/** Long enough to be a function of its own. */
const long = (fields: Parameters<typeof Type.Object>[0], more: object = {}) =>
  Type.Object(fields, { ...more, description: "words ".repeat(200) });

test("[API7] what is missing is put in wherever it stands: a whole part of the schema, or a field in one", () => {
  const place = long({ room: Type.String({ default: "101" }) }, { default: { room: "7" } });
  const tagged = Type.Unsafe({
    discriminator: { propertyName: "kind" },
    oneOf: [long({ kind: Type.Literal("A"), place }), long({ kind: Type.Enum(["B", "C"]), others: Type.Array(place) })],
  });
  const check = bodyValidator(Type.Object({ place, tagged: Type.Optional(tagged) }));

  expect(check({})).toEqual({ value: { place: { room: "7" } } });
  expect(check({ place: {}, tagged: { kind: "A" } })).toEqual({
    value: { place: { room: "101" }, tagged: { kind: "A", place: { room: "7" } } },
  });
  expect(check({ tagged: { kind: "C", others: [{}] } })).toMatchObject({
    value: { tagged: { others: [{ room: "101" }] } },
  });
  for (const [sent, message] of [
    [{ tagged: { kind: "D" } }, "tagged.kind must be one of A, B, C"],
    [{ tagged: { kind: "B", others: [{}, { room: 1 }] } }, "tagged.others.1.room must be a string"],
  ] as const)
    expect(check(sent)).toMatchObject({ error: { message } });
});

test("[API11] a part that stands in many schemas is compiled once, when a value first comes to it", () => {
  const looks: string[] = [];
  const part = long({ only: Type.Literal("there") });
  // Not among what is written down of it: only who compiles it looks here.
  Object.defineProperty(part, "additionalProperties", { enumerable: false, get: () => void looks.push("compiled") });
  const checks = ["a", "b", "c"].map((name) => bodyValidator(Type.Object({ [name]: Type.Optional(part) })));

  for (const check of checks) expect(check({})).toEqual({ value: {} });
  expect(looks).toEqual([]);
  for (const [name, check] of ["a", "b", "c"].map((name, index) => [name, checks[index]] as const))
    expect(check?.({ [name]: { only: "here" } })).toMatchObject({ error: { message: `${name}.only must be "there"` } });
  expect(looks).toEqual(["compiled"]);
});

test("[API11] a schema is compiled ahead of its first value where that is asked for", () => {
  const once = Type.Object({ only: Type.Literal("here") });
  const validate = bodyValidator(once);
  const looks: string[] = [];
  Object.defineProperty(once, "required", {
    get: () => {
      looks.push("required");
      return ["only"];
    },
  });

  expect([...validate.prepare()]).not.toEqual([]);
  expect([...validate.prepare()]).toEqual([]);

  expect(looks).not.toEqual([]);
  expect(validate({ only: "here" })).toEqual({ value: { only: "here" } });
});
