import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { IdSet, idInText, idsInText, placeInText } from "./id-set.ts";

const some = fc.uniqueArray(fc.uuid(), { maxLength: 300 });

test("[PRJ2] a set of ids does what a set of texts does", () => {
  fc.assert(
    fc.property(some, some, some, (shared, one, other) => {
      const [left, right] = [new Set([...shared, ...one]), new Set([...shared, ...other])];
      const [a, b] = [IdSet.of(left), IdSet.of(right)];

      const union = IdSet.of(left);
      union.addAll(b);

      expect(a.size).toBe(left.size);
      expect(new Set(a)).toEqual(left);
      expect(new Set(a.and(b))).toEqual(left.intersection(right));
      expect(new Set(a.without(b))).toEqual(left.difference(right));
      expect(new Set(union)).toEqual(left.union(right));
      expect([...left, ...right].map((id) => a.has(id))).toEqual([...left, ...right].map((id) => left.has(id)));
    }),
    { numRuns: 30 },
  );
});

test("[PRJ2] ids are read out of the text a database sends, however many there are", () => {
  const ids = Array.from({ length: 5_000 }, () => randomUUID() as string);
  const text = ids.join(",");

  const set = new IdSet(10);
  for (let index = 0; index < idsInText(text); index++) set.addAt(text, placeInText(index));

  expect([idsInText(""), idsInText(text)]).toEqual([0, 5_000]);
  expect(idInText(text, 4_999)).toBe(ids[4_999]);
  expect([...set].sort()).toEqual([...ids].sort());
  expect(ids.every((_, index) => set.hasAt(text, placeInText(index)))).toBe(true);
});
