import fc from "fast-check";

type Json = Readonly<Record<string, unknown>>;

/** Values as a schema describes them: most fit, and those that do not (a pattern, a length) come close. */
export function valuesOfSchema(schema: Json): fc.Arbitrary<unknown> {
  const { oneOf, anyOf, const: only, enum: known, type, examples } = schema;
  const forms = oneOf ?? anyOf;
  if (Array.isArray(forms)) return fc.oneof(...forms.map(valuesOfSchema));
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(known)) return fc.constantFrom(...known);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOfSchema({ ...schema, type: one })));
  if (type === "object") return objectsOf(schema);
  if (type === "array") return listsOf(schema);
  if (Array.isArray(examples)) return fc.constantFrom(...examples);
  return scalars[String(type)]?.(schema) ?? fc.constantFrom<unknown>(1, "any", {}, [null]);
}

const scalars: Readonly<Record<string, (schema: Json) => fc.Arbitrary<unknown>>> = {
  string: ({ minLength }) => fc.constantFrom("a".repeat(Number(minLength ?? 1)), "three words here", "2026-11-18"),
  integer: ({ minimum, maximum }) => fc.constantFrom(Number(minimum ?? 0), Number(maximum ?? 7)),
  number: ({ minimum, maximum }) => fc.constantFrom(Number(minimum ?? 0.5), Number(maximum ?? 7.25)),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};

function objectsOf({ properties = {}, required, patternProperties, additionalProperties }: Json) {
  const fields = Object.entries(properties as Record<string, Json>).map(([name, of]) => [name, valuesOfSchema(of)]);
  const requiredKeys = Array.isArray(required) ? required.filter((name) => name in Object(properties)) : [];
  const record = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  const [others] = [...Object.values(Object(patternProperties)), additionalProperties];
  if (typeof others !== "object") return record;
  const more = fc.dictionary(fc.constantFrom("a", "b1"), valuesOfSchema(others as Json), { maxKeys: 2 });
  return fc.tuple(record, more).map(([own, further]) => ({ ...further, ...own }));
}

function listsOf({ items = {}, minItems, maxItems }: Json) {
  const minLength = Number(minItems ?? 0);
  const maxLength = Math.min(Number(maxItems ?? 2), Math.max(2, minLength));
  return fc.array(valuesOfSchema(items as Json), { minLength, maxLength });
}
