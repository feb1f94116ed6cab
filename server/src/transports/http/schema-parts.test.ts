// Bodies are checked by schemas cut into parts: they say what the whole schema would have said.
import { type Route, routes } from "@heliograph/contract";
import { Ajv, type ValidateFunction } from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { atLength } from "../../../../test/support/at-length.ts";
import { valuesOfSchema } from "../../../../test/support/values-of-schema.ts";
import { limitOf, sizeOf } from "../../../../test/switches.ts";
import { dropNulls } from "../../kernel/drop-nulls.ts";
import { schemaMisfit } from "../../kernel/schema-misfit.ts";
import { bodyValidator, schemaOptions } from "../../kernel/schema-validators.ts";

type Json = Record<string, unknown>;

const numRuns = sizeOf("HELIO_TEST_SCHEMA_BODIES");
const timeout = limitOf("HELIO_TEST_SCHEMA_BODIES", 60_000);

const bodies = Object.entries(routes).flatMap(([subject, ofSubject]) =>
  Object.entries(ofSubject as Record<string, Route>).flatMap(([name, { body }]) =>
    body === undefined ? [] : [{ name: `${subject}.${name}`, schema: body as Json }],
  ),
);

/** To compile one whole takes a second where the parts of all take a third of it. */
const largest = 8_000;
const isLarge = ({ schema }: { readonly schema: Json }): boolean => JSON.stringify(schema).length > largest;

/** What nobody should send in the place of something else. */
const wrong = fc.constantFrom<unknown>(null, {}, [], "", "ü", -1, 1.5, Number.POSITIVE_INFINITY, true, [null], {
  kind: "X",
});
const damage = fc.record({ place: fc.nat(), kind: fc.constantFrom("replace", "remove", "add"), by: wrong });
type Damage = { readonly place: number; readonly kind: string; readonly by: unknown };

/** Every object and list in a value, with the value itself as the only entry of one more. */
function holdersIn(value: unknown): Json[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(holdersIn)];
}

function damaged(value: unknown, { place, kind, by }: Damage): unknown {
  const whole: Json = { body: structuredClone(value) };
  const places = holdersIn(whole).flatMap((holder) => Object.keys(holder).map((key) => [holder, key] as const));
  const [holder, key] = places[place % places.length] ?? [whole, "body"];
  if (kind === "remove" && holder !== whole) delete holder[key];
  else if (kind === "add" && isRecord(holder[key])) holder[key]["surplus"] = by;
  else holder[key] = by;
  return whole["body"];
}

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As it was before schemas had parts. */
function saidByWhole(validate: ValidateFunction, schema: Json, sent: unknown) {
  const value = structuredClone(sent);
  dropNulls(value, schema);
  if (validate(value)) return { value };
  const [error] = validate.errors ?? [];
  return { error: error && told(schemaMisfit(error)) };
}

const told = ({ message, params }: { readonly message: string; readonly params?: unknown }) => ({ message, params });

function saidInParts(validate: ReturnType<typeof bodyValidator>, sent: unknown) {
  const said = validate(structuredClone(sent));
  return "error" in said ? { error: told(said.error) } : said;
}

/** How many of the bodies fitted, and how many did not. */
function compared(schema: Json): { fitting: number; broken: number } {
  const seen = { fitting: 0, broken: 0 };
  const whole = new Ajv(schemaOptions).compile(schema);
  const inParts = bodyValidator(schema);
  const sent = fc.tuple(valuesOfSchema(schema), fc.array(damage, { maxLength: 2 }));
  fc.assert(
    fc.property(sent, ([value, damages]) => {
      const body = damages.reduce(damaged, value);
      const expected = saidByWhole(whole, schema, body);
      seen["value" in expected ? "fitting" : "broken"] += 1;
      expect(saidInParts(inParts, body)).toEqual(expected);
    }),
    { numRuns },
  );
  return seen;
}

test("[API2, API7] whatever is sent, the parts of a schema say of it what the whole says, in the same words", {
  timeout,
}, () => {
  const seen = bodies.filter((body) => !isLarge(body)).map(({ schema }) => compared(schema));

  for (const outcome of ["fitting", "broken"] as const)
    expect(seen.reduce((sum, one) => sum + one[outcome], 0)).toBeGreaterThan(numRuns * 10);
});

atLength.for(bodies.filter(isLarge))(
  "[API2, API7] so do those of the large body of $name",
  { timeout },
  ({ schema }) => {
    const { fitting, broken } = compared(schema);
    expect(Math.min(fitting, broken)).toBeGreaterThan(0);
  },
);
