import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { KeySealer } from "./key-sealer.ts";

const key = randomBytes(32);

test("[AUTH7] what is sealed opens with the same key in the same place, and shows nothing meanwhile", () => {
  const sealed = new KeySealer(key).seal("pässword", "tenant 1");

  expect(sealed).not.toContain("pässword");
  expect(new KeySealer(key).open(sealed, "tenant 1")).toBe("pässword");
  expect(new KeySealer(key).seal("pässword", "tenant 1")).not.toBe(sealed);
});

test("[AUTH7] it opens in no other place, with no other key, and not when it is damaged", () => {
  const sealer = new KeySealer(key);
  const sealed = sealer.seal("secret", "tenant 1");

  expect(sealer.open(sealed, "tenant 2")).toBeUndefined();
  expect(new KeySealer(randomBytes(32)).open(sealed, "tenant 1")).toBeUndefined();
  expect(sealer.open(`${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`, "tenant 1")).toBeUndefined();
  for (const text of ["", "s1.", "s1.AAAA", "secret"]) expect(sealer.open(text, "tenant 1")).toBeUndefined();
});
