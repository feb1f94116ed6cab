import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/** PostgreSQL has to be told when it comes out of JSON. A column of `json` is given as it is, and written as text. */
type JsonColumnType = "uuid" | "bigint" | "text" | "json";
export type JsonColumns<Row> = Readonly<Record<keyof Row & string, JsonColumnType>>;
type Kind = Database["kind"];

const postgresElements = (json: string) => sql`jsonb_array_elements(${json}::jsonb) as entry(value)`;
/** As SQLite keeps it, not as text: that would be read anew for every place that is taken out of it. */
const sqliteElements = (json: string) => sql`jsonb_each(${json}) as entry`;

/**
 * Rows as a table called `given`, in one parameter: as values, a thousand of ten columns would be ten thousand, and another
 * statement for every number of them. Arrays, not objects: SQLite takes a place out of one twice as fast as a name.
 */
export function jsonRows<Row>(kind: Kind, columns: JsonColumns<Row>, rows: readonly Row[]): RawBuilder<Row> {
  const names = namesOf(columns);
  const given = kind === "sqlite" ? rows : rows.map((row) => inText(columns, row));
  const json = JSON.stringify(given.map((row) => names.map((name) => row[name])));
  const fields = names.map((name, place) => {
    if (kind === "sqlite") return sql`${sqliteField(columns[name], place)} as ${sql.ref(name)}`;
    return typed(sql`entry.value ->> ${sql.lit(place)}`, columns[name], name);
  });
  const elements = kind === "sqlite" ? sqliteElements(json) : postgresElements(json);
  return sql<Row>`(select ${sql.join(fields)} from ${elements}) as given`;
}

/** JSON in JSON, not a text of it: that would be quoted here and read there once more. */
const sqliteField = (type: JsonColumnType, place: number) =>
  type === "json" ? sql`nullif(entry.value -> ${sql.lit(place)}, 'null')` : sql`entry.value ->> ${sql.lit(place)}`;

/** What PostgreSQL has taken for JSON it would write in its own words. */
function inText<Row>(columns: JsonColumns<Row>, row: Row): Row {
  const texts = namesOf(columns).filter((name) => columns[name] === "json" && row[name] !== null);
  return texts.length === 0
    ? row
    : { ...row, ...Object.fromEntries(texts.map((name) => [name, JSON.stringify(row[name])])) };
}

const typed = (field: RawBuilder<unknown>, type: JsonColumnType, name: string) =>
  sql`(${field})::${sql.raw(type === "json" ? "text" : type)} as ${sql.ref(name)}`;

const namesOf = <Row>(columns: JsonColumns<Row>) => Object.keys(columns) as (keyof Row & string)[];

/** What is inserted, and where it comes from: `id, name` and `given.id, given.name`. */
export const columnsOf = <Row>(columns: JsonColumns<Row>) => sql.join(namesOf(columns).map((name) => sql.ref(name)));
export const givenOf = <Row>(columns: JsonColumns<Row>) =>
  sql.join(namesOf(columns).map((name) => sql.ref(`given.${name}`)));

/** Each of these columns becomes what is given. */
export const setOf = (names: readonly string[], from: "given" | "excluded") =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${from}.${name}`)}`));

/** As one parameter, however many there are. */
export const isOneOf = (
  kind: Kind,
  column: RawBuilder<unknown>,
  values: readonly string[],
  type: "uuid" | "text" = "uuid",
): RawBuilder<boolean> => {
  const json = JSON.stringify(values);
  return kind === "sqlite"
    ? sql<boolean>`${column} in (select value from json_each(${json}))`
    : sql<boolean>`${column} in (select value::${sql.raw(type)} from jsonb_array_elements_text(${json}::jsonb))`;
};
