import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import type { NewMessage, Outbox } from "../outbox/index.ts";
import type { AccountLetters } from "./account-letters.ts";
import type { Login } from "./login.ts";
import { PasswordResets } from "./password-resets.ts";

/** Everything else is not to be touched before the answer: it is not there. */
function resetsWith(add: (message: NewMessage) => Promise<void>): PasswordResets {
  const letters = { canSend: async () => true } as AccountLetters;
  const login = { requireUnhurried: () => undefined } as unknown as Login;
  const parts = { letters, login, outbox: { add } as Outbox, clock: () => epochMs(1_000) };
  return new PasswordResets(parts as ConstructorParameters<typeof PasswordResets>[0], 60_000);
}

test("[REL1] a request for a new password is answered when it is stored, whoever it is for", async () => {
  const stored = Promise.withResolvers<void>();
  const added: NewMessage[] = [];
  const resets = resetsWith((message) => {
    added.push(message);
    return stored.promise;
  });

  let isAnswered = false;
  const answer = resets.request("Ada@example.org", "192.0.2.7").then(() => (isAnswered = true));
  await new Promise(setImmediate);

  expect(isAnswered).toBe(false);
  expect(added).toMatchObject([{ tenantId: null, body: { username: "Ada@example.org" }, notAfter: 61_000 }]);
  expect(added[0]?.summary).not.toContain("Ada");
  stored.resolve();
  await answer;
});

test("[REL2] one that cannot be stored is refused", async () => {
  const resets = resetsWith(() => Promise.reject(new Error("the disk is full")));

  await expect(resets.request("ada@example.org", "192.0.2.7")).rejects.toThrow("the disk is full");
});
