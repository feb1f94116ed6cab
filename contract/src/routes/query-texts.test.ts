import type { TSchema } from "typebox";
import { expect, test } from "vitest";
import { routes } from "./index.ts";

interface Text {
  readonly type?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly pattern?: string;
  readonly anyOf?: readonly Text[];
  readonly items?: Text;
}

/** Never compared by a database as they are: keys are kept in another form, the others are looked at before. */
const elsewhere = ["key", "keys", "clientKeys", "sharedKeys", "timeZone", "verificationCode", "ID", "T"];

const textsOf = (schema: Text): readonly Text[] => {
  if (schema.anyOf) return schema.anyOf.flatMap(textsOf);
  if (schema.items) return textsOf(schema.items);
  return schema.type === "string" && schema.enum === undefined && schema.const === undefined ? [schema] : [];
};

const refusesNul = ({ pattern }: Text): boolean => pattern !== undefined && !new RegExp(pattern, "u").test("a\0a");

const queries = Object.values(routes).flatMap((room: object) =>
  Object.entries(room as Record<string, { readonly query?: TSchema & { readonly properties?: Record<string, Text> } }>),
);

test("[API3] a query with NUL in a text or in a list is refused in words: no database could look for it", () => {
  const texts = queries.flatMap(([route, { query }]) =>
    Object.entries(query?.properties ?? {}).map(([name, schema]) => ({ route, name, texts: textsOf(schema) })),
  );
  const asked = texts.filter(({ name }) => !elsewhere.includes(name));

  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter(({ texts }) => !texts.every(refusesNul)).map(({ route, name }) => `${route} ${name}`)).toEqual(
    [],
  );
});
