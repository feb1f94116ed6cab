import { expect, test } from "vitest";
import { KeptTokens } from "./kept-tokens.ts";

const first = { token: "a1", refreshToken: "r1" };
const second = { token: "a2", refreshToken: "r2" };

test("[AUTH4] calls side by side trade a refresh token in once, for it works once", async () => {
  const traded: string[] = [];
  const tokens = new KeptTokens(first, async (refreshToken) => {
    traded.push(refreshToken);
    return second;
  });

  expect(await Promise.all([tokens.renewed("a1"), tokens.renewed("a1")])).toEqual(["a2", "a2"]);
  expect(await tokens.renewed("a1")).toBe("a2"); // a call that was under way with the old one
  expect(traded).toEqual(["r1"]);
});

test("a renewal that failed is tried again by the next call", async () => {
  let failures = 1;
  const tokens = new KeptTokens(first, async () => {
    if (failures-- > 0) throw new Error("no answer");
    return second;
  });

  await expect(tokens.renewed("a1")).rejects.toThrow("no answer");
  expect(await tokens.renewed("a1")).toBe("a2");
});
