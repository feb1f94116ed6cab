import { expect, test } from "vitest";
import { retried } from "./retried.ts";
import { errorOfPostgres } from "./sql-error.ts";

const failure = (code: string) => errorOfPostgres(Object.assign(new Error("undone"), { code }));

/** Work that fails with these codes, one after the other, before it succeeds. */
function failingWith(codes: readonly string[]) {
  const calls: number[] = [];
  const work = async () => {
    const code = codes[calls.push(calls.length) - 1];
    if (code !== undefined) throw failure(code);
    return "done";
  };
  return { calls, work };
}

test("a transaction undone by a deadlock or by another one's changes is begun again", async () => {
  const { calls, work } = failingWith(["40P01", "40001"]);

  expect(await retried(work)).toBe("done");
  expect(calls).toHaveLength(3);
});

test("[REL2] a transaction that ran into what another one had just stored is begun again once", async () => {
  const raced = failingWith(["23503"]);
  expect(await retried(raced.work)).toBe("done");
  expect(raced.calls).toHaveLength(2);

  const taken = failingWith(["23505", "23505"]);
  await expect(retried(taken.work)).rejects.toMatchObject({ failure: "unique" });
  expect(taken.calls).toHaveLength(2);
});

test("other failures are not tried again", async () => {
  const { calls, work } = failingWith(["42601"]);

  await expect(retried(work)).rejects.toMatchObject({ failure: "other" });
  expect(calls).toHaveLength(1);
});

test("it ends, also where every attempt is undone", async () => {
  const { calls, work } = failingWith(Array(100).fill("40P01"));

  await expect(retried(work)).rejects.toMatchObject({ failure: "overtaken" });
  expect(calls).toHaveLength(5);
});
