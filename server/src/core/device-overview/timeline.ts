import { type AlarmSeverity, type AuditAction, auditActions, type TimelineKind } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import type { Audit, AuditEntry } from "../audit/index.ts";
import type { CommunicationLog } from "../communication/index.ts";
import type { Device } from "../devices/index.ts";

/** One thing that happened to a device, as the contract tells it. */
export interface DeviceEvent {
  readonly id: string;
  readonly time: EpochMs;
  readonly kind: TimelineKind;
  readonly what: string;
  readonly text: string;
  readonly detail: string | null;
  readonly by: string | null;
  readonly severity: AlarmSeverity | null;
  readonly failed: boolean;
  readonly reference: string | null;
}

export interface EventQuery {
  readonly deviceId: DeviceId;
  readonly kinds: readonly StoredKind[];
  /** Excluded. */
  readonly before: EpochMs;
  readonly limit: number;
}

/** What lies beside the device; changes are the audit log's. */
export type StoredKind = Exclude<TimelineKind, "CHANGE">;

export interface TimelineStore {
  /** The newest of these kinds before a moment, so many at most; in no order among those of one millisecond. */
  newest(query: EventQuery): Promise<readonly DeviceEvent[]>;
}

/** Where a page begins: so many of this moment were on those before. */
export interface TimelinePlace {
  readonly time: EpochMs;
  readonly told: number;
}

export interface TimelinePage {
  readonly events: readonly DeviceEvent[];
  readonly next: TimelinePlace | null;
}

interface TimelineParts {
  readonly store: TimelineStore;
  readonly audit: Pick<Audit, "list">;
  readonly communication: Pick<CommunicationLog, "settle">;
}

/** Events of one moment that are told apart by their number; nothing that happens comes in such numbers. */
const mostOfOneMoment = 1_000;
/** They are commands and alarms on the timeline already, with what became of them. */
const toldOtherwise: ReadonlySet<AuditAction> = new Set<AuditAction>(["COMMAND_QUEUED", "COMMAND_CANCELLED"]);
const told = (Object.keys(auditActions) as AuditAction[]).filter((action) => !toldOtherwise.has(action));

/** What happened to a device, of all that keeps record of it, in one order. */
export class DeviceTimeline {
  readonly #parts: TimelineParts;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  async page(
    device: Pick<Device, "id" | "tenantId">,
    kinds: readonly TimelineKind[],
    from: TimelinePlace,
    limit: number,
  ): Promise<TimelinePage> {
    const before = epochMs(from.time + 1);
    const atMost = Math.min(from.told, mostOfOneMoment) + limit + 1;
    const [stored, changes] = await Promise.all([
      this.#stored(device.id, kinds, before, atMost),
      kinds.includes("CHANGE") ? this.#changes(device, before, atMost) : [],
    ]);
    return pageOfEvents([...stored, ...changes], from, limit);
  }

  async #stored(deviceId: DeviceId, kinds: readonly TimelineKind[], before: EpochMs, limit: number) {
    const wanted = kinds.filter((kind) => kind !== "CHANGE");
    if (wanted.length === 0) return [];
    if (wanted.includes("CONTACT")) await this.#parts.communication.settle();
    return this.#parts.store.newest({ deviceId, kinds: wanted, before, limit });
  }

  async #changes({ id, tenantId }: Pick<Device, "id" | "tenantId">, endTime: EpochMs, limit: number) {
    const any = { startTime: undefined, userId: undefined, entityTypes: undefined, textSearch: undefined };
    const entity = { type: "DEVICE", id } as const;
    const query = { ...any, tenantId, endTime, entity, actions: told, descending: true };
    return (await this.#parts.audit.list(query, { page: 0, limit })).data.map(eventOfEntry);
  }
}

const eventOfEntry = (entry: AuditEntry): DeviceEvent => ({
  ...{ id: `CHANGE-${entry.id}`, time: entry.createdTime, kind: "CHANGE", what: entry.action },
  ...{ text: entry.entity.name ?? "", detail: entry.failure, by: entry.userName, severity: null },
  ...{ failed: entry.failure !== null, reference: entry.id },
});

/** Newest first; of one millisecond in an order that is the same each time. */
const inOrder = (one: DeviceEvent, other: DeviceEvent): number =>
  other.time - one.time || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** The events of a page, of more than fit on it, and where the next one begins. */
export function pageOfEvents(found: readonly DeviceEvent[], from: TimelinePlace, limit: number): TimelinePage {
  const ordered = found.toSorted(inOrder);
  const toldBefore = Math.min(from.told, ordered.filter(({ time }) => time === from.time).length);
  const events = ordered.slice(toldBefore, toldBefore + limit);
  const last = events.at(-1);
  if (!last || ordered.length <= toldBefore + limit) return { events, next: null };
  const ofLast = events.filter(({ time }) => time === last.time).length;
  return { events, next: { time: last.time, told: ofLast + (last.time === from.time ? toldBefore : 0) } };
}
