import { expect, test } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { AuditSealer } from "./audit-sealer.ts";

function arrange() {
  const at = { fault: undefined as Error | undefined, mayWait: true, tries: 0, told: [] as string[] };
  const store = {
    get mayWait() {
      return at.mayWait;
    },
    seal: async () => {
      at.tries++;
      if (at.fault) throw at.fault;
    },
  };
  const logger = {
    info: (message: string) => void at.told.push(message),
    error: (_facts: object, message: string) => void at.told.push(message),
  };
  return Object.assign(at, { sealer: new AuditSealer(store, logger) });
}

test("[AUD1] that entries cannot be sealed is told once, and once that they can again", async () => {
  const at = arrange();
  await at.sealer.seal();
  expect(at.told).toEqual([]);

  at.fault = new AppError("DATABASE_UNAVAILABLE", "busy", "told by whoever lost it");
  await at.sealer.seal();
  expect(at.told).toEqual([]);

  at.fault = new Error("the chain was touched");
  for (let times = 0; times < 3; times++) await at.sealer.seal();
  expect(at.told).toEqual(["entries of the audit log cannot be sealed and wait"]);

  at.fault = undefined;
  for (let times = 0; times < 3; times++) await at.sealer.seal();
  expect(at.told.slice(1)).toEqual(["entries of the audit log are sealed again"]);
});

test("[AUD1] where nothing was left, or sealing failed, the short turn does not try", async () => {
  const at = arrange();
  await at.sealer.sealOwn();
  expect(at.tries).toBe(1);

  at.mayWait = false;
  await at.sealer.sealOwn();
  expect(at.tries).toBe(1);

  Object.assign(at, { mayWait: true, fault: new Error("no") });
  await at.sealer.sealOwn();
  await at.sealer.sealOwn();
  expect(at.tries).toBe(2);
});
