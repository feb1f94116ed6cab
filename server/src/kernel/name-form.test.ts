import { expect, test } from "vitest";
import { nameLikeness, requireCanonicalName, requireVisibleName } from "./name-form.ts";

test.each([
  ["a blank behind it", "alice ", /blank/],
  ["a blank before it", " alice", /blank/],
  ["a zero-width space", "ali\u200Bce", /U\+200B/],
  ["a zero-width joiner", "ali\u200Dce", /U\+200D/],
  ["a soft hyphen", "ali\u00ADce", /U\+00AD/],
  ["a byte order mark", "ali\uFEFFce", /U\+FEFF|blank/],
  ["a direction mark", "alice\u200E", /U\+200E/],
  ["a turned direction", "a\u202Elice", /U\+202E/],
  ["a filler", "alice\u3164", /U\+3164/],
  ["a variation selector", "alice\uFE0F", /U\+FE0F/],
  ["a tag character", "alice\u{E0061}", /U\+E0061/],
  ["full-width letters", "\uFF21lice", /plain form, "Alice"/],
  ["styled letters", "\u{1D41A}lice", /plain form, "alice"/],
  ["a ligature", "e\uFB03e", /plain form, "effie"/],
  ["letters in parts", "Jose\u0301", /plain form, "José"/],
  ["a blank of another kind", "ada\u00A0b", /plain form, "ada b"/],
])("[AUTH6] a new user name with %s is refused in words", (_, name, words) => {
  expect(() => requireCanonicalName("username", name)).toThrow(words);
  expect(() => requireCanonicalName("username", name)).toThrow(/^username: must/);
});

test.each(["alice", "Alice@Example.org", "José", "Łukasz", "Иван", "山田 太郎", "O'Neill, J.-P.", "ß"])(
  "[AUTH6] %s is a user name",
  (name) => {
    expect(() => requireCanonicalName("username", name)).not.toThrow();
  },
);

test("a name that is only shown may have its own signs, and must be seen", () => {
  expect(() => requireVisibleName("name", "Werk № 5, 20 m²")).not.toThrow();
  expect(() => requireVisibleName("name", "Werk\u200B5")).toThrow(/U\+200B/);
});

test.each(["\uFF21lice", "ALICE ", "al\u200Bice", "\u{1D41A}lice", "alice\uFE0F"])("%s looks like alice", (name) => {
  expect(nameLikeness(name)).toBe(nameLikeness("alice"));
});

test("names of letters that are no others' forms are apart", () => {
  expect(nameLikeness("аlice")).not.toBe(nameLikeness("alice")); // the first one is Cyrillic
  expect(nameLikeness("a b")).not.toBe(nameLikeness("ab"));
});
