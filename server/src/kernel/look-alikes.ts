import { nameLikeness } from "./name-form.ts";

/**
 * Letters of other scripts, and digits, that are read as these Latin ones. Few, because only names that mean something by
 * themselves are compared so: elsewhere letters of other scripts are in use, and stay apart.
 */
const readAs: Readonly<Record<string, string>> = {
  a: "аαɑ",
  d: "ԁꭰ",
  e: "еεꭼ",
  i: "іιӏıl1|ꭵ",
  m: "мμꮇ",
  n: "νոп",
  o: "оοօ0ഠ",
  p: "рρꮲ",
  r: "гꭱʀ",
  s: "ѕꮪꜱ",
  t: "тτꭲ",
  v: "ѵꮩ",
  w: "ԝωꮃ",
  y: "уүγυ",
};

const latinOf = new Map(Object.entries(readAs).flatMap(([latin, others]) => [...others].map((one) => [one, latin])));
/** Capitals whose small letters look otherwise: Greek nu is a capital N and a small v. */
const capitals = new Map([["Ν", "n"]]);

/** What a name is read as by somebody who expects Latin letters; blanks and strokes between words are the same. */
export const latinReading = (name: string): string =>
  [...nameLikeness([...name.normalize("NFKC")].map((one) => capitals.get(one) ?? one).join(""))]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join("")
    .replaceAll(/[\s_\p{Pd}]+/gu, " ");
