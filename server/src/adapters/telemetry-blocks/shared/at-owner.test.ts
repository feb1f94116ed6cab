import { expect, test } from "vitest";
import type { Owners } from "../../../core/cluster/index.ts";
import { notReachedCode } from "../../../core/node-line/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { AtOwner } from "./at-owner.ts";

/** Asks an owner that does not answer so often; each look finds the same. */
function asking(times: number, code: string) {
  let [looks, asked] = [0, 0];
  const owners = { lookAgain: async () => void looks++ } as unknown as Owners;
  const atOwner = new AtOwner({ self: "n1", owners, waitMs: 60_000, waitAtMost: 1 });
  const attempt = async () => {
    if (asked++ < times) throw new AppError(code, "busy", "not now");
    return "answered";
  };
  return { answer: atOwner.insist(attempt), looks: () => looks, asked: () => asked };
}

test("[CLU4] an owner that did not answer is looked for again, until there is one that does", async () => {
  const passing = asking(3, notReachedCode);

  expect(await passing.answer).toBe("answered");
  expect([passing.looks(), passing.asked()]).toEqual([3, 4]);
});

test("[CLU4] what does not pass by itself is told at once", async () => {
  const refused = asking(1, "NO_SUCH_THING");

  await expect(refused.answer).rejects.toMatchObject({ code: "NO_SUCH_THING" });
  expect([refused.looks(), refused.asked()]).toEqual([0, 1]);
});
