import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { common as german } from "../../i18n/de/general.ts";
import { common as english } from "../../i18n/en/general.ts";
import { type CheckedControl, faultOf } from "./control-fault.ts";

const control = (part: Partial<CheckedControl>): CheckedControl => ({
  type: "text",
  value: "",
  validity: {},
  validationMessage: "in the browser's language",
  ...part,
});

test.each<[told: string, part: Partial<CheckedControl>]>([
  ["Das muss ausgefüllt werden.", { required: true, validity: { valueMissing: true } }],
  ["Das muss ausgefüllt werden.", { required: true, value: "  " }],
  ["Wählen Sie etwas aus.", { type: "select-one", validity: { valueMissing: true } }],
  ["Wählen Sie eine Datei.", { type: "file", validity: { valueMissing: true } }],
  ["Das muss angekreuzt werden.", { type: "checkbox", validity: { valueMissing: true } }],
  ["Das ist keine Zahl.", { type: "number", required: true, validity: { badInput: true, valueMissing: true } }],
  ["Das ist kein vollständiges Datum mit Uhrzeit.", { type: "datetime-local", validity: { badInput: true } }],
  ["Höchstens 3 Zeichen; eins ist zu viel.", { value: "four", longest: 3 }],
  ["Von 1 bis 65.535.", { type: "number", min: "1", max: "65535", validity: { rangeOverflow: true } }],
  ["Mindestens 0,017.", { type: "number", min: String(1 / 60), max: "", validity: { rangeUnderflow: true } }],
  [
    "Höchstens 2026-11-17T10:00.",
    { type: "datetime-local", max: "2026-11-17T10:00", validity: { rangeOverflow: true } },
  ],
  ["Nur ganze Zahlen.", { type: "number", step: "", validity: { stepMismatch: true } }],
  ["Das ist keine E-Mail-Adresse.", { type: "email", value: "a", validity: { typeMismatch: true } }],
])("[#17.12] what is wrong with a field is told in the reader's language: %s", (told, part) => {
  expect(faultOf(control(part), german.faults, "de-DE")).toBe(told);
});

test.each<Partial<CheckedControl>>([
  { required: true, value: "a" },
  { value: "" },
  { type: "password", required: true, value: "   " },
  { value: "abc", longest: 3 },
])("[#17.12] nothing is wrong with %j", (part) => {
  expect(faultOf(control(part), english.faults, "en")).toBeUndefined();
});

test("[#17.12] every form is one that tells what is wrong itself", () => {
  const source = fileURLToPath(new URL("../../", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));

  const own = files.filter((file) => /<form\b|reportValidity/.test(readFileSync(`${source}${file}`, "utf8")));

  expect(own).toEqual(["ui/form-checks/checked-form.tsx"]);
});
