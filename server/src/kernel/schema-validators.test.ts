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

test("[API7] null and missing are the same for optional fields, at every depth; a required null is told", () => {
  const value = bodyValidator(schema)({ limit: null, other: null, nested: [{ need: 1, may: null }, { need: 2 }] });

  expect(value).toEqual({ value: { nested: [{ need: 1 }, { need: 2 }] } });
});
