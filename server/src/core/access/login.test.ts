import { expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { usernameTaken } from "./errors.ts";
import type { FailedLogin } from "./failed-logins.ts";
import { Login } from "./login.ts";
import { LoginThrottle } from "./login-throttle.ts";
import type { HashingTurn } from "./secrets.ts";
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
};

/** The outermost edge: a store of one user and a hasher that writes down what it is asked. */
function arrange() {
  const verified: { hash: string; isAtHome: boolean }[] = [];
  const recorded: FailedLogin[] = [];
  const users = { findByName: async (name: string) => (name === "ada" ? ada : undefined) } as unknown as UserStore;
  const hashings = { failing: false };
  const hasher = {
    hash: async (password: string) => {
      if (hashings.failing) throw new Error("the lane is full");
      return `hash of ${password}`;
    },
    verify: async (hash: string, password: string, { isAtHome }: HashingTurn) => {
      verified.push({ hash, isAtHome: isAtHome() });
      return hash === `hash of ${password}`;
    },
  };
  const failures = { record: (failure: FailedLogin) => void recorded.push(failure) };
  const throttle = new LoginThrottle(limits);
  const login = new Login({ users, hasher, throttle, failures, clock: () => epochMs(5) });
  const attempt = (username: string, password: string, address = "a") =>
    login.authenticate({ username, password, address });
  return { login, attempt, verified, hashings, recorded };
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

test("[AUTH3] too many failures are told so, the right password still gets in, and each failure is on record", async () => {
  const { attempt, recorded } = arrange();
  for (let failure = 0; failure < 3; failure++) await expect(attempt("ada", "wrong")).rejects.toThrow();

  await expect(attempt("ada", "wrong")).rejects.toMatchObject({ code: "LOGIN_THROTTLED", fault: "too-many" });
  await expect(attempt("ada", "right")).resolves.toBe(ada);

  expect(recorded.map(({ isLockedOut }) => isLockedOut)).toEqual([false, false, false, true]);
});

test("[AUTH3] who logged in from a place before is served apart from strangers there", async () => {
  const { attempt, verified } = arrange();

  await attempt("ada", "right");
  await attempt("ada", "right");
  await attempt("ada", "right", "elsewhere");

  expect(verified.map(({ isAtHome }) => isAtHome)).toEqual([false, true, false]);
});

test("[AUTH3] a decoy that could not be made refuses that attempt only, and is made for the next", async () => {
  const { attempt, hashings } = arrange();

  hashings.failing = true;
  await expect(attempt("ada", "right")).rejects.toThrow("the lane is full");
  hashings.failing = false;

  await expect(attempt("nobody", "wrong")).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
  await expect(attempt("ada", "right")).resolves.toBe(ada);
});

test("[AUTH3] a right password among many guesses at once, from the same place, gets in", async () => {
  const { attempt } = arrange();

  const guesses = Array.from({ length: 300 }, () => attempt("ada", "wrong").catch(() => undefined));

  await expect(attempt("ada", "right")).resolves.toBe(ada);
  await Promise.all(guesses);
});

test("[AUTH3] right passwords at once all get in", async () => {
  const { attempt } = arrange();

  const users = await Promise.all(Array.from({ length: 100 }, () => attempt("ada", "right")));

  expect(new Set(users)).toEqual(new Set([ada]));
});

test("[AUTH3] a flood from one network takes nobody else's place", async () => {
  const { attempt } = arrange();
  const flood = Array.from({ length: 300 }, () => attempt("ada", "wrong").catch(() => undefined));

  await expect(attempt("ada", "right", "elsewhere")).resolves.toBe(ada);

  await Promise.all(flood);
});

test("[AUTH6] questions about names that come at once are looked at one behind another, and no more than too many", async () => {
  const { login } = arrange();
  let [looking, most, looks] = [0, 0, 0];
  const look = async () => {
    most = Math.max(most, ++looking);
    looks++;
    await new Promise(setImmediate); // as a database does
    looking--;
    return usernameTaken("ada");
  };

  const asked = Array.from({ length: 20 }, () => login.asked({ username: "bob", address: "a" }, look));
  const codes = (await Promise.allSettled(asked)).map((answer) => answer.status === "rejected" && answer.reason.code);

  expect({ most, looks }).toEqual({ most: 1, looks: limits.refuseFromFailures });
  expect(codes.filter((code) => code === "TOO_MANY_NAMES")).toHaveLength(20 - limits.refuseFromFailures);
});
