import { expect, test } from "vitest";
import { Argon2Hasher } from "./argon2-hasher.ts";

test("[AUTH3] passwords are stored as argon2id with 19 MiB and two passes, each with a salt of its own", async () => {
  const hasher = new Argon2Hasher();

  const [one, other] = await Promise.all([hasher.hash("a password"), hasher.hash("a password")]);

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  const turn = { network: "192.0.2.1", account: "ada", isAtHome: () => true };
  expect(await hasher.verify(one, "a password", turn)).toBe(true);
  expect(await hasher.verify(one, "A password", turn)).toBe(false);
});

test("[AUTH3] of many guesses at once from home, those behind the free ones wait with strangers", async () => {
  const hasher = new Argon2Hasher();
  const hash = await hasher.hash("a password");
  let failures = 0;
  const order: string[] = [];
  const guess = async (account: string, isAtHome: () => boolean) => {
    if (!(await hasher.verify(hash, "wrong", { network: "192.0.2.1", account, isAtHome }))) failures++;
    order.push(account);
  };

  const guesses = Array.from({ length: 12 }, () => guess("ada", () => failures < 2));
  await Promise.all([...guesses, guess("grace", () => true)]);

  expect(failures).toBe(13);
  expect(order.indexOf("grace")).toBeLessThan(6); // she keeps her lane
});
