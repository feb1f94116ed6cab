import { AppError } from "../../kernel/errors.ts";
import { type DeviceId, type FileId, newId, type TenantId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import type { Clock } from "../../kernel/time.ts";
import type { Audit, AuditedAct } from "../audit/index.ts";
import { deviceNotFound } from "../devices/index.ts";
import type { EventBus } from "../events/index.ts";
import { type Arrival, arrivedBefore, likenessOf, locateArrival } from "./arrival.ts";
import type { BlobCleaner } from "./blob-cleaner.ts";
import type { BlobLease, BlobStore } from "./blob-store.ts";
import {
  type AnnouncedFile,
  type DeviceFile,
  type FileFindings,
  type FileKey,
  keyTextOf,
  nothingFound,
  notListed,
} from "./device-file.ts";
import { filesNotFound, fileTooLarge } from "./errors.ts";
import { checkedName, checkedTag, isOsfName } from "./file-name.ts";
import type { Decide, FileChange, FileChanges, FileQuery, FileStore, Locate } from "./file-store.ts";
import { type FileEvent, heldStatuses, stateAfter, storageStatus } from "./storage-status.ts";
import { TenantQuota } from "./tenant-quota.ts";

export interface FileOwner {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  /** For the audit log. */
  readonly name?: string;
}

export interface FilesParts {
  readonly store: FileStore;
  readonly blobs: BlobStore;
  readonly cleaner: BlobCleaner;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Bytes that are on the disk and have no record yet. */
export type ReceivedBytes = Pick<BlobLease, "sha256" | "size">;

export interface FileLimits {
  readonly maxFileBytes: number;
  /** Bytes a tenant's files may take; 0 is no limit. */
  readonly quotaOf: (tenant: TenantId) => number;
  /** Told of every file that a tenant has no room for. */
  readonly onQuotaReached?: (tenant: TenantId, quota: number) => void;
  /** Throws when the disk has no room for more [REL6]. */
  readonly requireRoom: () => void;
}

/** The files of devices: what is known, what is held, and the way from one to the other. */
export class Files {
  readonly #store: FileStore;
  readonly #blobs: BlobStore;
  readonly #cleaner: BlobCleaner;
  readonly #events: EventBus;
  readonly #maxFileBytes: number;
  readonly #requireRoom: () => void;
  readonly #quota: TenantQuota;
  readonly #clock: Clock;
  readonly #audit: Audit;

  constructor({ store, blobs, cleaner, events, audit, clock }: FilesParts, limits: FileLimits) {
    this.#audit = audit;
    this.#store = store;
    this.#blobs = blobs;
    this.#cleaner = cleaner;
    this.#events = events;
    this.#maxFileBytes = limits.maxFileBytes;
    this.#requireRoom = limits.requireRoom;
    this.#quota = new TenantQuota(store, limits.quotaOf, limits.onQuotaReached);
    this.#clock = clock;
  }

  /** The key a new file gets; refuses names and tags that cannot be kept [FILE1]. */
  checkedKey(name: string, tag: string): FileKey {
    return checkedKey({ name, tag });
  }

  async list(query: FileQuery, page: PageRequest): Promise<Page<DeviceFile>> {
    const total = await this.#store.count(query);
    const found = offsetOf(page) >= total ? [] : await this.#store.page(query, page);
    return pageOf(found, total, page);
  }

  stream(query: FileQuery): AsyncIterable<readonly DeviceFile[]> {
    return this.#store.stream(query);
  }

  /** The newest received file of each name, in the order of the names; 404 names those the server does not hold. */
  async requireHeld(device: DeviceId, names: readonly string[], tag?: string): Promise<readonly DeviceFile[]> {
    const held = (await this.#store.named(device, [...new Set(names)])).filter(
      (file) => file.content !== null && (tag === undefined || file.tag === tag),
    );
    const newest = new Map<string, DeviceFile>();
    for (const file of held) if (isNewer(file, newest.get(file.name))) newest.set(file.name, file);
    const missing = names.filter((name) => !newest.has(name));
    if (missing.length > 0) throw filesNotFound(missing);
    return [...new Set(names)].flatMap((name) => newest.get(name) ?? []);
  }

  /**
   * Files a device says it has. `listing` is set when they come as the answer to LIST_FILES. One that came before it was
   * announced gets the name the device knows it by, unless it is being asked for under the one it has [DHP3].
   */
  async announce(device: DeviceId, announced: readonly AnnouncedFile[], listing: string | null = null): Promise<void> {
    const facts = new Map(announced.map((file) => [keyTextOf(file), file]));
    const decide: Decide = (file, key) => {
      const { size = null, startTime = null, endTime = null } = facts.get(keyTextOf(key)) ?? {};
      const next = this.#after(device, file, key, "announced");
      const { listed } = next;
      return {
        ...next,
        name: next.status === storageStatus.requested ? next.name : key.name,
        listed: {
          size: size ?? listed.size,
          startTime: startTime ?? listed.startTime,
          endTime: endTime ?? listed.endTime,
          listing: listing ?? listed.listing,
        },
      };
    };
    const keys = [...facts.values()].map(checkedKey);
    this.#changed(device, await this.#store.change(device, keys, decide, arrivedBefore));
  }

  /** Refuses a file of so many bytes before they come [API7]. */
  async requireRoom(owner: FileOwner, size: number): Promise<void> {
    if (size > this.#maxFileBytes) throw fileTooLarge(this.#maxFileBytes);
    if (size > (await this.#quota.left(owner.tenantId))) throw this.#quota.reached(owner.tenantId);
  }

  /**
   * Receives the bytes of a file and, when they are on the disk, lets `keep` make a record that names them. Without
   * one they are nobody's and go [FILE6].
   */
  async receive<T>(
    device: FileOwner,
    content: AsyncIterable<Uint8Array>,
    keep: (blob: ReceivedBytes) => Promise<T>,
  ): Promise<T> {
    const blob = await this.#put(device, content);
    try {
      return await keep(blob);
    } catch (error) {
      if (leavesNoRecord(error)) this.#cleaner.discard(blob.sha256);
      throw error;
    } finally {
      blob.release();
    }
  }

  #put({ tenantId }: FileOwner, content: AsyncIterable<Uint8Array>): Promise<BlobLease> {
    return this.put(tenantId, content, this.#maxFileBytes);
  }

  /** Bytes that become something of a tenant, within its quota; they are kept for whoever has the lease. */
  async put(tenantId: TenantId, content: AsyncIterable<Uint8Array>, atMost: number): Promise<BlobLease> {
    this.#requireRoom();
    const left = await this.#quota.left(tenantId);
    try {
      return await this.#blobs.put(content, Math.min(atMost, left));
    } catch (error) {
      if (left < atMost && isTooLarge(error)) throw this.#quota.reached(tenantId);
      throw error;
    }
  }

  /** The bytes become the file's content: of one the device delivered, or one a user uploaded. */
  async keep(
    owner: FileOwner,
    key: FileKey,
    blob: ReceivedBytes,
    event: "delivered" | "uploaded",
  ): Promise<DeviceFile> {
    const more = async () => blob.size - ((await this.#store.find(owner.id, key))?.content?.size ?? 0);
    return this.#quota.within(owner.tenantId, more, () => this.#keep(owner, key, blob, event));
  }

  /** As `keep`, of a file nobody asked for: it may be one that is awaited, one that is held, or a new one [DHP3]. */
  async keepArrival(owner: FileOwner, arrival: Arrival, blob: ReceivedBytes): Promise<DeviceFile> {
    const likeness = likenessOf(arrival);
    const locate: Locate = (alike) => checkedKey(locateArrival(arrival, alike));
    const more = async () => {
      const key = locate(await this.#store.alike(owner.id, likeness));
      return blob.size - ((await this.#store.find(owner.id, key))?.content?.size ?? 0);
    };
    return this.#quota.within(owner.tenantId, more, async () => {
      const decide = this.#keeping(owner.id, blob, "delivered");
      return keptFile(this.#changed(owner.id, await this.#store.changeLocated(owner.id, likeness, locate, decide)));
    });
  }

  /** Removes the bytes from the server; the file stays known while the device has it. */
  async remove(device: FileOwner, name: string, tag: string | undefined): Promise<void> {
    const [file] = await this.requireHeld(device.id, [name], tag);
    if (!file) throw filesNotFound([name]);
    const deciding = this.#deciding(device.id, "deleted");
    await this.#change(device.id, [file], deciding, actOn(device, "FILE_DELETED", file));
  }

  /** Something happened to files we know; to others it does not. */
  async apply(device: DeviceId, keys: readonly FileKey[], event: FileEvent): Promise<readonly FileChange[]> {
    return this.#change(device, keys, this.#deciding(device, event));
  }

  #deciding(device: DeviceId, event: FileEvent): Decide {
    return (file, key) => {
      if (!file) return undefined;
      const state = stateAfter(file.status, event);
      if (state === file.status) return file;
      return state === "gone" ? undefined : this.#after(device, file, key, event);
    };
  }

  async #keep(owner: FileOwner, key: FileKey, blob: ReceivedBytes, event: FileEvent): Promise<DeviceFile> {
    const checked = checkedKey(key);
    const act = actOn(owner, "FILE_UPLOADED", { ...checked, size: blob.size });
    return keptFile(await this.#change(owner.id, [checked], this.#keeping(owner.id, blob, event), act));
  }

  #keeping(device: DeviceId, { sha256, size }: ReceivedBytes, event: FileEvent): Decide {
    const content = { sha256, size, receivedTime: this.#clock() };
    return (file, key) => {
      const known = file?.content?.sha256 === sha256 && file.findings.processing === "DONE";
      const fresh: FileFindings = { ...nothingFound, processing: isOsfName(key.name) ? "PENDING" : "NONE" };
      return { ...this.#after(device, file, key, event), content, findings: known ? file.findings : fresh };
    };
  }

  /** What somebody does is on record; what a device delivers is in its communication log. */
  async #change(
    device: DeviceId,
    keys: readonly FileKey[],
    decide: Decide,
    act?: AuditedAct,
  ): Promise<readonly FileChange[]> {
    const change = () => this.#store.change(device, keys, decide);
    return this.#changed(device, await (act ? this.#audit.change(act, change) : change()));
  }

  #changed(device: DeviceId, outcome: FileChanges | "no-such-device"): readonly FileChange[] {
    if (outcome === "no-such-device") throw deviceNotFound(device);
    for (const change of outcome.changes) this.#followUp({ id: device, tenantId: outcome.tenantId }, change);
    this.#cleaner.wake();
    return outcome.changes;
  }

  #followUp(device: FileOwner, { before, after }: FileChange): void {
    if (before === after) return;
    const { tag, name } = after ?? before ?? { tag: "", name: "" };
    const isReceived = after?.content != null && after.content !== before?.content;
    const event = { tenantId: device.tenantId, deviceId: device.id, tag, name };
    if (before && after && before.name !== after.name) {
      this.#events.publish("file-changed", { ...event, name: before.name, status: undefined, isReceived: false });
    }
    this.#events.publish("file-changed", { ...event, status: after?.status, isReceived });
  }

  #after(device: DeviceId, file: DeviceFile | undefined, key: FileKey, event: FileEvent): DeviceFile {
    const state = stateAfter(file?.status ?? "unknown", event);
    if (state === "gone" || state === "unknown") throw new Error(`${event} does not make a file`);
    const known = file ?? { ...key, id: newId<FileId>(), deviceId: device, ...this.#fresh() };
    const isHeld = heldStatuses.includes(state);
    return { ...known, status: state, ...(isHeld ? {} : { content: null, findings: nothingFound }) };
  }

  #fresh() {
    return { createdTime: this.#clock(), listed: notListed, content: null, findings: nothingFound };
  }
}

const actOn = (
  { id, tenantId, name }: FileOwner,
  action: "FILE_UPLOADED" | "FILE_DELETED",
  { tag, name: file, ...more }: FileKey & { readonly size?: number },
): AuditedAct => ({
  action,
  tenantId,
  entity: { type: "DEVICE", id, name: name ?? null },
  facts: { file, tag, ...(more.size !== undefined && { size: more.size }) },
});

function keptFile([change]: readonly FileChange[]): DeviceFile {
  if (!change?.after) throw new Error("a kept file has a record");
  return change.after;
}

const checkedKey = ({ tag, name }: FileKey): FileKey => ({ tag: checkedTag(tag), name: checkedName(name) });

const isNewer = (file: DeviceFile, than: DeviceFile | undefined): boolean =>
  than === undefined || (file.content?.receivedTime ?? 0) >= (than.content?.receivedTime ?? 0);

/** A refusal does. Where the database went silent a record may have been made: then nothing is removed on doubt [RUN10]. */
const leavesNoRecord = (error: unknown): boolean => error instanceof AppError && error.code !== "DATABASE_UNAVAILABLE";

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === fileTooLarge(0).code;
