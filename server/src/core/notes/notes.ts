import type { AuditAction } from "@heliograph/contract";
import { type DeviceId, type NoteId, newId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import type { Clock } from "../../kernel/time.ts";
import { permissionDenied } from "../access/index.ts";
import type { ActNotes, Audit, AuditedAct, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { type Devices, deviceNotFound } from "../devices/index.ts";
import { outOfReach, type Reach, reaches } from "../projects/index.ts";
import { noteNotFound, noteRangeInvalid, noteStale, notesTooMany } from "./errors.ts";
import type { Note, NoteProperties, NoteQuery, NoteStore } from "./note.ts";

interface NoteParts {
  readonly store: NoteStore;
  readonly devices: Pick<Devices, "require">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** What people write at times of devices. Whoever reads a device's values reads its notes; those of the tenant are everybody's. */
export class Notes {
  readonly #parts: NoteParts;
  readonly #perTenant: number;

  constructor(parts: NoteParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
  }

  async list(query: NoteQuery, page: PageRequest): Promise<Page<Note>> {
    const total = await this.#parts.store.total(query);
    const found = offsetOf(page) >= total ? [] : await this.#parts.store.page(query, page);
    return pageOf(found, total, page);
  }

  stream(query: NoteQuery): AsyncIterable<readonly Note[]> {
    return this.#parts.store.stream(query);
  }

  /** What is out of reach does not exist [API3]. */
  async require(reach: Reach, id: NoteId): Promise<Note> {
    const found = await this.#parts.store.find(reach.tenantId, id);
    if (!found) throw noteNotFound(id);
    const { note, projectId } = found;
    if (note.deviceId !== null && !reaches(reach, projectId)) throw outOfReach(reach, projectId, noteNotFound(id));
    return note;
  }

  async create(reach: Reach, by: string, properties: NoteProperties): Promise<Note> {
    requireRange(properties);
    const { tenantId } = reach;
    const id = newId<NoteId>();
    return this.#change(reach, id, "ADDED", async (notes) => {
      await this.#requirePlace(reach, properties.deviceId);
      if ((await this.#parts.store.count(tenantId)) >= this.#perTenant) throw notesTooMany(this.#perTenant);
      const now = this.#parts.clock();
      const note: Note = { ...properties, id, tenantId, createdTime: now, changedTime: now, createdBy: by, version: 1 };
      notes.entity(titleOf(note));
      notes.facts(factsOf(note));
      if ((await this.#parts.store.insert(note)) === "gone") throw deviceNotFound(properties.deviceId ?? "");
      return note;
    });
  }

  /** `version` is the one it was made from: of two who change a note, the second is told of the first. */
  async update(reach: Reach, id: NoteId, to: NoteProperties, version: number): Promise<Note> {
    requireRange(to);
    return this.#change(reach, id, "UPDATED", async (notes) => {
      const before = await this.#requireChangeable(reach, id);
      if (to.deviceId !== before.deviceId) await this.#requirePlace(reach, to.deviceId);
      const after: Note = { ...before, ...to, changedTime: this.#parts.clock(), version: version + 1 };
      notes.entity(titleOf(before));
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      const outcome = before.version === version ? await this.#parts.store.update(after) : "changed";
      if (outcome === "changed") throw noteStale(before.version);
      if (outcome === "gone") throw deviceNotFound(to.deviceId ?? "");
      return after;
    });
  }

  async remove(reach: Reach, id: NoteId): Promise<void> {
    await this.#change(reach, id, "DELETED", async (notes) => {
      const note = await this.#requireChangeable(reach, id);
      notes.entity(titleOf(note));
      notes.before(factsOf(note));
      if (!(await this.#parts.store.remove(reach.tenantId, id))) throw noteNotFound(id);
    });
  }

  async #requireChangeable(reach: Reach, id: NoteId): Promise<Note> {
    const note = await this.require(reach, id);
    if (note.deviceId === null) requireWholeTenant(reach);
    return note;
  }

  async #requirePlace(reach: Reach, deviceId: DeviceId | null): Promise<void> {
    if (deviceId === null) requireWholeTenant(reach);
    else await this.#parts.devices.require(reach, deviceId);
  }

  #change<T>({ tenantId }: Reach, id: NoteId, action: AuditAction, work: (notes: ActNotes) => Promise<T>): Promise<T> {
    const act: AuditedAct = { action, tenantId, entity: { type: "NOTE", id } };
    return this.#parts.audit.change(act, (notes) => this.#parts.transactions.run(() => work(notes)));
  }
}

/** What is everybody's is written by those who may everywhere. */
function requireWholeTenant({ projects }: Reach): void {
  if (projects !== "all") throw permissionDenied(["EDIT_TELEMETRY"]);
}

function requireRange({ startTs, endTs }: NoteProperties): void {
  if (endTs !== null && endTs < startTs) throw noteRangeInvalid();
}

const titleLength = 60;
const titleOf = ({ text }: Note): string => (text.length > titleLength ? `${text.slice(0, titleLength)}…` : text);

const factsOf = ({ deviceId, startTs, endTs, text }: NoteProperties): Facts => ({ deviceId, startTs, endTs, text });
