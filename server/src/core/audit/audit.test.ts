import { expect, test } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { epochMs } from "../../kernel/time.ts";
import { type Actor, actingAs } from "./actor.ts";
import { Audit, type AuditedAct } from "./audit.ts";
import type { AuditEntry } from "./audit-entry.ts";
import type { AuditStore } from "./audit-store.ts";

const actor: Actor = { kind: "user", userId: null, name: "anna", address: null, tenantId: null };
const act: AuditedAct = { action: "CREDENTIALS_READ", entity: { type: "DEVICE", id: "1" } };
const diskFull = new AppError("DISK_FULL", "busy", "The disk is full");

/** A store on a disk that is full until `hasRoom`. */
function arrange() {
  const at = { hasRoom: false, written: [] as AuditEntry[] };
  const store = {
    append: async (entry: AuditEntry) => {
      if (!at.hasRoom) throw diskFull;
      at.written.push(entry);
    },
  } as unknown as AuditStore;
  const transactions = { run: <T>(work: () => Promise<T>) => work(), afterCommit: (tell: () => void) => tell() };
  return Object.assign(at, { audit: new Audit({ store, transactions, clock: () => epochMs(5) }) });
}

test("[AUD1, REL6] what is shown while the disk is full is shown, and on record when there is room", async () => {
  const at = arrange();
  await actingAs(actor, () => at.audit.note(act));
  await at.audit.flush();
  expect(at.written).toEqual([]);

  at.hasRoom = true;
  await at.audit.flush();
  expect(at.written).toMatchObject([{ action: "CREDENTIALS_READ", userName: "anna", createdTime: 5 }]);
});

test("[AUD1] a change whose entry cannot be written is refused for that reason, and the refusal is on record later", async () => {
  const at = arrange();
  const changing = actingAs(actor, () => at.audit.change({ ...act, action: "UPDATED" }, async () => undefined));
  await expect(changing).rejects.toBe(diskFull);

  at.hasRoom = true;
  await at.audit.flush();
  expect(at.written).toMatchObject([{ action: "UPDATED", failure: "The disk is full" }]);
});
