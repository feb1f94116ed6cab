import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { FailedLogins } from "./failed-logins.ts";

test("[AUTH9] the first failures of a minute are told one by one, thousands more in one line", () => {
  const lines: [object, string][] = [];
  const failed = new FailedLogins({ warn: (facts, message) => lines.push([facts, message]) });

  for (let n = 0; n < 5_000; n++) {
    failed.record(
      { username: `user ${n}`, network: "10.0.0.1", isLockedOut: n >= 4_000, what: "password" },
      epochMs(1_000),
    );
  }
  failed.summarise(epochMs(1_000));
  failed.summarise(epochMs(61_000));
  failed.summarise(epochMs(121_000));

  expect(lines).toHaveLength(11);
  expect(lines[0]).toEqual([{ username: "user 0", address: "10.0.0.1" }, "login failed"]);
  expect(lines[10]).toEqual([{ failed: 3_990, lockedOut: 1_000 }, "more logins failed within a minute"]);
});

test("[AUTH9] names are cut, so that nobody fills the log with one", () => {
  const lines: object[] = [];
  const failed = new FailedLogins({ warn: (facts) => lines.push(facts) });

  failed.record({ username: "x".repeat(255), network: "a", isLockedOut: false, what: "code" }, epochMs(0));

  expect(lines).toEqual([{ username: "x".repeat(100), address: "a" }]);
});
