import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import { type AuditId, newId, type TenantId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Transactions } from "../changes/index.ts";
import { type Actor, currentActor } from "./actor.ts";
import type { AuditEntry, EntryData, Facts, UnstampedEntry } from "./audit-entry.ts";
import type { AuditQuery, AuditStore } from "./audit-store.ts";
import { changedFacts, isWithoutChange } from "./changed-facts.ts";
import { RepeatedEntries } from "./repeated-entries.ts";

/** What is about to be done, as far as it is known before. */
export interface AuditedAct {
  readonly action: AuditAction;
  readonly entity: { readonly type: AuditedEntity; readonly id: string; readonly name?: string | null };
  /** Whose log it belongs to; the actor's tenant where nothing is said, null for the installation. */
  readonly tenantId?: TenantId | null;
  /** To one's own account: of a system administrator inside a tenant that is the installation's, and tells the tenant nothing. */
  readonly isOwnAccount?: true;
  readonly facts?: Facts;
}

/** What an act tells while it is done; the last word counts. */
export interface ActNotes {
  /** False where nothing is recorded: then nothing need be read for it. */
  readonly isHeard: boolean;
  before(facts: Facts): void;
  after(facts: Facts): void;
  facts(facts: Facts): void;
  /** What it was done to, where that is found out on the way. */
  entity(name: string | null, id?: string): void;
}

/** Beyond that, what cannot be recorded is not shown. */
const waitingAtMost = 10_000;

interface AuditParts {
  readonly store: AuditStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** Keeps the record of who did what [AUD1]. What devices do, and the node by itself, is not in it. */
export class Audit {
  readonly #store: AuditStore;
  readonly #transactions: Transactions;
  readonly #clock: Clock;
  readonly #repeated = new RepeatedEntries();
  readonly #onRecord = new WeakSet<AppError>();
  /** Entries of what was shown or refused while nothing could be written. */
  readonly #waiting: AuditEntry[] = [];

  constructor({ store, transactions, clock }: AuditParts) {
    this.#store = store;
    this.#transactions = transactions;
    this.#clock = clock;
  }

  /**
   * Makes a change and its entry, both or none. A refusal is on record, too. `change` runs inside a transaction, perhaps
   * more than once: whatever takes its time, such as hashing a password, is done before.
   */
  async change<T>(act: AuditedAct, change: (notes: ActNotes) => Promise<T>): Promise<T> {
    const actor = currentActor();
    if (!actor) return change(unheard);
    try {
      return await this.#transactions.run(async () => {
        const notes = new Notes(act);
        const result = await change(notes);
        if (!notes.isWithoutChange) await this.#store.append(this.#stamped(notes.entryBy(actor)));
        return result;
      });
    } catch (error) {
      if (error instanceof AppError) {
        this.#onRecord.add(error);
        await this.#failed(new Notes(act).entryBy(actor), error.message, error.fault === "not-found");
      }
      throw error;
    }
  }

  /** Several changes with their entries, all or none. */
  async together<T>(changes: () => Promise<T>): Promise<T> {
    return currentActor() ? this.#transactions.run(changes) : changes();
  }

  /**
   * Something that changes nothing here but is worth an entry: shown, downloaded, logged in. Where nothing can be
   * written reading goes on [REL6]: the entry waits until it can.
   */
  async note(act: AuditedAct, actor: Actor | undefined = currentActor()): Promise<void> {
    if (actor) await this.#appendSooner(this.#stamped(new Notes(act).entryBy(actor)));
  }

  /** As `note`, of what happens often: those alike within a minute become one entry with their number. */
  async often(act: AuditedAct, actor: Actor | undefined = currentActor()): Promise<void> {
    if (actor) await this.#counted(new Notes(act).entryBy(actor));
  }

  /** Something that was tried in vain. */
  async refused(act: AuditedAct, reason: string | AppError, actor: Actor | undefined = currentActor()): Promise<void> {
    if (reason instanceof AppError) this.#onRecord.add(reason);
    if (actor) await this.#failed(new Notes(act).entryBy(actor), reason instanceof AppError ? reason.message : reason);
  }

  /** Whether a refusal was recorded with what was tried. */
  isOnRecord(refusal: AppError): boolean {
    return this.#onRecord.has(refusal);
  }

  /** Called now and then: what was counted becomes an entry when its minute is over; `all` when the node stops. */
  async flush(which: "due" | "all" = "due"): Promise<void> {
    const waiting = this.#waiting.splice(0);
    for (const entry of [...waiting, ...this.#repeated[which]().map((due) => this.#stamped(due))])
      await this.#appendSooner(entry);
  }

  list(query: AuditQuery, page: PageRequest): Promise<Page<AuditEntry>> {
    return this.#store.page(query, page);
  }

  stream(query: AuditQuery): AsyncIterable<readonly AuditEntry[]> {
    return this.#store.stream(query);
  }

  #failed(entry: UnstampedEntry, failure: string, isAny = false): Promise<void> {
    return this.#counted({ ...entry, failure }, isAny);
  }

  async #counted(entry: UnstampedEntry, isAny = false): Promise<void> {
    for (const due of this.#repeated.add(entry, isAny)) await this.#appendSooner(this.#stamped(due));
  }

  async #appendSooner(entry: AuditEntry): Promise<void> {
    try {
      await this.#store.append(entry);
    } catch (error) {
      if (!(error instanceof AppError) || this.#waiting.length >= waitingAtMost) throw error;
      this.#waiting.push(entry);
    }
  }

  #stamped(entry: UnstampedEntry): AuditEntry {
    return { ...entry, id: newId<AuditId>(), createdTime: this.#clock() };
  }
}

const unheard: ActNotes = {
  isHeard: false,
  before: () => undefined,
  after: () => undefined,
  facts: () => undefined,
  entity: () => undefined,
};

const vias = { user: "session", opened: "opened as", "command-line": "command line", nobody: "nobody" } as const;

const viaOf = (actor: Actor): string => (actor.kind === "key" ? `key: ${actor.keyName}` : vias[actor.kind]);

function logOf({ tenantId, isOwnAccount }: AuditedAct, actor: Actor): TenantId | null {
  if (tenantId !== undefined) return tenantId;
  return isOwnAccount && actor.kind === "opened" ? null : actor.tenantId;
}

class Notes implements ActNotes {
  readonly isHeard = true;
  readonly #act: AuditedAct;
  #before: Facts | undefined;
  #after: Facts | undefined;
  #facts: Facts | undefined;
  #name: string | null;
  #id: string;

  constructor(act: AuditedAct) {
    this.#act = act;
    this.#facts = act.facts;
    this.#name = act.entity.name ?? null;
    this.#id = act.entity.id;
  }

  before(facts: Facts): void {
    this.#before = facts;
  }

  after(facts: Facts): void {
    this.#after = facts;
  }

  facts(facts: Facts): void {
    this.#facts = facts;
  }

  entity(name: string | null, id = this.#id): void {
    this.#name = name;
    this.#id = id;
  }

  /** Saving what is there already is no change. */
  get isWithoutChange(): boolean {
    return isWithoutChange(this.#data);
  }

  get #data(): EntryData {
    return { ...changedFacts(this.#before, this.#after), ...(this.#facts && { facts: this.#facts }) };
  }

  entryBy(actor: Actor): UnstampedEntry {
    const { action, entity } = this.#act;
    return {
      tenantId: logOf(this.#act, actor),
      userId: actor.userId,
      userName: actor.name,
      address: actor.address,
      via: viaOf(actor),
      action,
      entity: { type: entity.type, id: this.#id, name: this.#name },
      data: this.#data,
      failure: null,
      count: 1,
    };
  }
}
