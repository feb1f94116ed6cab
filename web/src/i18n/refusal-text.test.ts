import { readdirSync, readFileSync } from "node:fs";
import { ApiError } from "@heliograph/client";
import { filterProblems } from "@heliograph/contract";
import { expect, test } from "vitest";
import { de } from "./de/index.ts";
import { refusals as english } from "./en/refusals.ts";
import { refusalText } from "./refusal-text.ts";

const german = de.refusals;

const refused = (refusal: string) => new ApiError(409, 35, "in the server's words", undefined, refusal);

test.each([
  ["DEVICE_NAME_TAKEN?name=Kessel+%C3%BC+%26+1", "Ein Gerät namens Kessel ü & 1 gibt es in diesem Mandanten schon."],
  ["DEVICE_NAME_TAKEN?name=%7Bname%7D+%24%26", "Ein Gerät namens {name} $& gibt es in diesem Mandanten schon."],
  ["PROJECT_IN_USE?name=Nord&kind=devices", "Nord hat noch Geräte. Verschieben oder löschen Sie diese zuerst."],
  [
    "REQUEST_INVALID?field=name&kind=maxLength&wanted=255",
    "Das Feld „name“ ist zu lang; höchstens erlaubt an Zeichen: 255.",
  ],
  ["REQUEST_INVALID?field=body&kind=of+another+version&wanted=", "Das Feld „body“ passt nicht."],
  ["DEVICE_GROUP_FILTER_INVALID?condition=2.1&kind=VALUE_MISSING", "Bedingung 2.1: Der Wert fehlt."],
  ["RULE_INVALID", "Die Regel ergibt so keinen Sinn: in the server's words"],
  ["CODE_REFUSED", "Der Code ist falsch oder wurde schon benutzt. Nehmen Sie den nächsten."],
  ["PROJECT_IN_USE?name=Nord&kind=spaceships", "Das Projekt ist noch in Gebrauch."],
  ["DEVICE_NAME_TAKEN", undefined],
  ["NEVER_HEARD_OF", undefined],
  ["", undefined],
])("[API2] %s is told in German: %s", (refusal, text) => {
  expect(refusalText(german, refused(refusal))).toBe(text);
});

test("[API2] every form of a text and every problem of a filter has German words", () => {
  const source = new URL("../../../contract/src/", import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const texts = files.map((file) => readFileSync(new URL(file, source), "utf8"));
  const forms = texts.flatMap((text) => [...text.matchAll(/"x-form": "([\w-]+)"/g)].map(([, form]) => form));

  expect(forms.length).toBeGreaterThan(10);
  expect(forms.filter((form) => german[`REQUEST_INVALID.${form}`] === undefined)).toEqual([]);
  const problems = Object.keys(filterProblems);
  expect(problems.filter((name) => german[`DEVICE_GROUP_FILTER_INVALID.${name}`] === undefined)).toEqual([]);
});

test("[API2, 17/12] every refusal the server can answer with has German words; English ones are the server's, where the page has no better", () => {
  const listed = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  const codes = [...listed.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code = ""]) => code);

  expect(codes.length).toBeGreaterThan(350); // another test holds the list complete
  expect(codes.filter((code) => german[code] === undefined)).toEqual([]);
  expect(codes.filter((code) => refusalText(english, refused(code)) === "")).toEqual([]);
});

/** Each refusal as it is made, up to the next one. */
function madeRefusals(): ReadonlyMap<string, string> {
  const folder = new URL("../../../server/src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const sources = files.map((file) => readFileSync(new URL(file, folder), "utf8"));
  const made = sources.flatMap((source) => source.split(/new (?:App|Http)Error\(\s*/).slice(1));
  return new Map(made.map((text) => [/^"([A-Z_]+)"/.exec(text)?.[1] ?? "", text]));
}

test("[API2] a translated refusal is one the server makes, with all that its words name", () => {
  const made = madeRefusals();
  const names = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== "message");
  const isTold = (source: string, name = "") =>
    new RegExp(`params: \\{[^}]*\\b${name}\\b`).test(source.slice(0, source.indexOf("export const") >>> 0));

  for (const [key, text] of [...Object.entries(german), ...Object.entries(english)]) {
    const source = made.get(key.replace(/\..*/, ""));
    expect([key, source !== undefined]).toEqual([key, true]);
    expect([key, names(text).filter((name) => !isTold(source ?? "", name))]).toEqual([key, []]);
  }
  expect(Object.keys(english).filter((key) => german[key] === undefined)).toEqual([]);
});
