import type { AuditAction } from "@heliograph/contract";
import { newId, type SavedCommandId, type TenantId, type UserId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock } from "../../kernel/time.ts";
import type { ActNotes, Audit, AuditedAct, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import { savedCommandIncomplete, savedCommandNotFound, savedCommandOfAnother, savedCommandsTooMany } from "./errors.ts";
import type { SavedCommand, SavedCommandProperties, SavedCommandStore } from "./saved-command.ts";

interface SavedCommandParts {
  readonly store: SavedCommandStore;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Who asks. */
interface Keeper {
  readonly tenantId: TenantId;
  readonly userId: UserId;
}

/** Commands that people send again and again. One's own nobody else knows of; of shared ones changes are on record. */
export class SavedCommands {
  readonly #parts: SavedCommandParts;
  readonly #perUser: number;

  constructor(parts: SavedCommandParts, perUser: number) {
    this.#parts = parts;
    this.#perUser = perUser;
  }

  list({ tenantId, userId }: Keeper): Promise<readonly SavedCommand[]> {
    return this.#parts.store.list(tenantId, userId);
  }

  async create(by: Keeper, properties: SavedCommandProperties): Promise<SavedCommand> {
    requireWhole(properties);
    const id = newId<SavedCommandId>();
    return this.#change(by, id, "ADDED", properties.isShared, async (notes) => {
      const { store, clock } = this.#parts;
      if ((await store.count(by.tenantId, by.userId)) >= this.#perUser) throw savedCommandsTooMany(this.#perUser);
      const saved = { ...properties, id, tenantId: by.tenantId, ownerId: by.userId, createdTime: clock() };
      notes?.entity(saved.name);
      notes?.facts(factsOf(saved));
      if ((await store.insert(saved)) === "gone") throw tenantNotFound(by.tenantId);
      return saved;
    });
  }

  async update(by: Keeper, id: SavedCommandId, to: SavedCommandProperties): Promise<SavedCommand> {
    requireWhole(to);
    const before = await this.#requireOwn(by, id);
    return this.#change(by, id, "UPDATED", before.isShared || to.isShared, async (notes) => {
      const after = { ...(await this.#requireOwn(by, id)), ...to };
      notes?.entity(before.name);
      notes?.before(factsOf(before));
      notes?.after(factsOf(after));
      await this.#parts.store.update(after);
      return after;
    });
  }

  async remove(by: Keeper, id: SavedCommandId): Promise<void> {
    const saved = await this.#requireOwn(by, id);
    await this.#change(by, id, "DELETED", saved.isShared, async (notes) => {
      notes?.entity(saved.name);
      notes?.before(factsOf(saved));
      if (!(await this.#parts.store.remove(by.tenantId, id))) throw savedCommandNotFound(id);
    });
  }

  /** What somebody else keeps for themselves does not exist; a shared one is theirs while they are there. */
  async #requireOwn({ tenantId, userId }: Keeper, id: SavedCommandId): Promise<SavedCommand> {
    const saved = await this.#parts.store.find(tenantId, id);
    if (!saved || (!saved.isShared && saved.ownerId !== userId)) throw savedCommandNotFound(id);
    if (saved.ownerId !== null && saved.ownerId !== userId) throw savedCommandOfAnother(saved.name);
    return saved;
  }

  /** What somebody keeps for themselves is nobody else's business. */
  #change<T>(
    { tenantId }: Keeper,
    id: SavedCommandId,
    action: AuditAction,
    isShared: boolean,
    work: (notes?: ActNotes) => Promise<T>,
  ): Promise<T> {
    const { audit, transactions } = this.#parts;
    if (!isShared) return transactions.run(() => work());
    const act: AuditedAct = { action, tenantId, entity: { type: "SAVED_COMMAND", id } };
    return audit.change(act, (notes) => transactions.run(() => work(notes)));
  }
}

/** It could not be sent as it is. */
function requireWhole({ name, command }: SavedCommandProperties): void {
  requireVisibleName("name", name);
  const field = command.type === "RPC" ? "method" : "text";
  if (command[field] === undefined) throw savedCommandIncomplete(field);
}

const factsOf = ({ name, isShared, command }: SavedCommandProperties): Facts => ({
  ...{ name, isShared },
  command: { ...command },
});
