import { expect, test } from "vitest";
import type { ShareId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { LoginThrottle } from "../access/index.ts";
import { SharePasswords } from "./share-passwords.ts";

const limits = {
  ...{ freeFailures: 2, refuseFromFailures: 3, firstDelayMs: 1, longestDelayMs: 1 },
  ...{ forgetAfterMs: 900_000, rememberedAtMost: 1_000 },
};
const lockOutMs = 60_000;
const link = { id: "link" as ShareId, passwordHash: "hash of right" };
const another = { ...link, id: "another" as ShareId };

/** Links whose passwords are looked at in a moment, each look written down, and a clock that can be set. */
function around(guessesPerHour = 100) {
  const time = { now: 10_000_000 };
  const looks: string[] = [];
  const hasher = {
    hash: async (password: string) => `hash of ${password}`,
    verify: async (hash: string, password: string) => {
      looks.push(password);
      return hash === `hash of ${password}`;
    },
  };
  const passwords = new SharePasswords({
    ...{ hasher, throttle: new LoginThrottle(limits), failures: { record: () => {} }, guessesPerHour },
    lockouts: new LoginThrottle({ ...limits, forgetAfterMs: lockOutMs }),
    clock: () => epochMs(time.now),
  });
  const tried = async (password: string, address = "10.0.0.1", share = link): Promise<string> =>
    passwords.passFor(share, password, address).then(
      () => "in",
      (error: { code: string }) => error.code.replace("SHARE_PASSWORD_", ""),
    );
  return { time, looks, passwords, tried };
}

test("[DSH6, AUTH3] a network that failed too often at a link is refused there without a look, until its time is over", async () => {
  const { time, looks, passwords, tried } = around();

  const wrong = [await tried("1"), await tried("2"), await tried("3"), await tried("4")];
  expect(wrong).toEqual(["WRONG", "WRONG", "THROTTLED", "THROTTLED"]);
  expect(await tried("right")).toBe("THROTTLED");
  expect(looks).toEqual(["1", "2", "3"]);
  time.now += 20_000;
  await expect(passwords.passFor(link, "right", "10.0.0.1")).rejects.toMatchObject({ retryAfterMs: 40_000 });

  expect([await tried("right", "10.0.0.2"), await tried("right", "10.0.0.1", another)]).toEqual(["in", "in"]);
  time.now += 40_001;
  expect(await tried("right")).toBe("in");
});

test("[DSH6] guesses at once are looked at one behind another: those behind the last free one not at all", async () => {
  const { looks, tried } = around();

  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => tried(at === 30 ? "right" : `guess ${at}`)));

  expect(looks).toHaveLength(3);
  expect(answers.filter((answer) => answer === "in")).toEqual([]);
});

test("[DSH6] colleagues behind one address who know the password all get in at once", async () => {
  const { tried } = around();

  const answers = await Promise.all(Array.from({ length: 40 }, () => tried("right")));

  expect(new Set(answers)).toEqual(new Set(["in"]));
});

test("[DSH6] after too many wrong passwords from everywhere an address has one try, and one that did not fail is let in", async () => {
  const { time, tried } = around(5);
  for (let at = 0; at < 5; at++) expect(await tried("wrong", `10.1.0.${at}`)).toBe("WRONG");

  expect(await tried("wrong", "10.2.0.1")).toBe("THROTTLED");
  expect(await tried("right", "10.2.0.1")).toBe("THROTTLED");
  expect([await tried("right", "10.2.0.2"), await tried("right", "10.1.0.1")]).toEqual(["in", "THROTTLED"]);
  expect(await tried("wrong", "10.2.0.3", another)).toBe("WRONG");

  time.now += 3_600_000;
  expect([await tried("wrong", "10.2.0.4"), await tried("right", "10.2.0.4")]).toEqual(["WRONG", "in"]);
});

test("[DSH6, AUTH3] where a link was opened before, others' failures keep nobody out, until some come from there", async () => {
  const { tried } = around(1);
  await tried("right");
  for (let at = 0; at < 5; at++) await tried("wrong", `10.1.0.${at}`);

  expect([await tried("wrong"), await tried("right")]).toEqual(["WRONG", "in"]);
  for (let at = 0; at < 2; at++) await tried("wrong");
  expect(await tried("right")).toBe("THROTTLED");
});
