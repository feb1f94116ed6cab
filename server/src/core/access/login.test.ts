import { expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { Login } from "./login.ts";
import { LoginThrottle } from "./login-throttle.ts";
import type { User, UserStore } from "./user-store.ts";

const ada: User = {
  id: newId(),
  createdTime: epochMs(0),
  username: "ada",
  firstName: null,
  lastName: null,
  passwordHash: "hash of right",
};
const limits = {
  freeFailures: 2,
  refuseFromFailures: 4,
  firstDelayMs: 1,
  longestDelayMs: 1,
  forgetAfterMs: 1_000,
  rememberedAtMost: 10,
  pendingPerNetwork: 1_000,
  pendingPerSuspectNetwork: 1_000,
};

/** The outermost edge: a store of one user and a hasher that writes down what it is asked. */
function arrange() {
  const verified: { hash: string; lane: string }[] = [];
  const users = { findByName: async (name: string) => (name === "ada" ? ada : undefined) } as unknown as UserStore;
  const hashings = { failing: false };
  const hasher = {
    hash: async (password: string) => {
      if (hashings.failing) throw new Error("the lane is full");
      return `hash of ${password}`;
    },
    verify: async (hash: string, password: string, lane: string) => {
      verified.push({ hash, lane });
      return hash === `hash of ${password}`;
    },
  };
  const login = new Login(users, hasher, new LoginThrottle(limits), () => epochMs(5));
  const attempt = (username: string, password: string, address = "a") =>
    login.authenticate({ username, password, address });
  return { attempt, verified, hashings };
}

test("[AUTH3] a hash is verified whether the user exists or not", async () => {
  const { attempt, verified } = arrange();

  await expect(attempt("ada", "wrong")).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
  await expect(attempt("nobody", "wrong")).rejects.toMatchObject({ code: "LOGIN_REFUSED" });

  expect(verified).toHaveLength(2);
  expect(verified[1]?.hash).not.toBe(ada.passwordHash);
});

test("[AUTH3] nobody gets in with the password of the decoy", async () => {
  const { attempt } = arrange();

  await expect(attempt("nobody", "nobody's password")).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
});

test("[AUTH3] attempts under suspicion wait in the slow lane, and the right password still gets in", async () => {
  const { attempt, verified } = arrange();
  for (let failure = 0; failure < 3; failure++) await expect(attempt("ada", "wrong")).rejects.toThrow();

  await expect(attempt("ada", "wrong")).rejects.toMatchObject({ code: "LOGIN_THROTTLED", fault: "too-many" });
  await expect(attempt("ada", "right")).resolves.toBe(ada);

  expect(verified.map(({ lane }) => lane)).toEqual(["fast", "fast", "slow", "slow", "slow"]);
});

test("[AUTH3] a decoy that could not be made refuses that attempt only, and is made for the next", async () => {
  const { attempt, hashings } = arrange();

  hashings.failing = true;
  await expect(attempt("ada", "right")).rejects.toThrow("the lane is full");
  hashings.failing = false;

  await expect(attempt("nobody", "wrong")).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
  await expect(attempt("ada", "right")).resolves.toBe(ada);
});

test("[AUTH3] of many guesses at once the free ones and ten more are looked at; the rest is refused before", async () => {
  const { attempt, verified } = arrange();

  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => attempt("ada", "wrong")));

  expect(outcomes.every((outcome) => outcome.status === "rejected")).toBe(true);
  expect(verified).toHaveLength(limits.freeFailures + 11); // two are free, one goes on, ten wait behind it
  await expect(attempt("ada", "right", "elsewhere")).resolves.toBe(ada);
});

test("[AUTH3] right passwords at once all get in, one behind another", async () => {
  const { attempt, verified } = arrange();

  const users = await Promise.all(Array.from({ length: 100 }, () => attempt("ada", "right")));

  expect(new Set(users)).toEqual(new Set([ada]));
  expect(new Set(verified.map(({ lane }) => lane))).toEqual(new Set(["fast"]));
});

test("[AUTH3] a flood from one network takes nobody else's place", async () => {
  const { attempt } = arrange();
  const flood = Array.from({ length: 300 }, () => attempt("ada", "wrong").catch(() => undefined));

  await expect(attempt("ada", "right", "elsewhere")).resolves.toBe(ada);

  await Promise.all(flood);
});
