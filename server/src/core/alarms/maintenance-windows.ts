import type { AuditAction } from "@heliograph/contract";
import { type CalendarRange, requireCalendarRange } from "../../kernel/calendar-range.ts";
import type { AppError } from "../../kernel/errors.ts";
import { type MaintenanceWindowId, newId, type TenantId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import type { Clock } from "../../kernel/time.ts";
import type { ActNotes, Audit, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { DeviceTypes } from "../device-types/index.ts";
import type { Devices } from "../devices/index.ts";
import { type Projects, type Reach, reaches } from "../projects/index.ts";
import { tooManyWindows, windowInvalid, windowNotFound } from "./errors.ts";
import { isOn, isTimeZone, type MaintenanceWindow, spansOf, type WindowProperties } from "./maintenance-window.ts";
import type { MaintenanceWindowStore } from "./maintenance-window-store.ts";
import type { Span } from "./weekly-spans.ts";

interface WindowParts {
  readonly store: MaintenanceWindowStore;
  readonly devices: Pick<Devices, "require">;
  readonly projects: Pick<Projects, "require">;
  readonly types: Pick<DeviceTypes, "require">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

interface WindowTimes {
  readonly window: MaintenanceWindow;
  readonly spans: readonly Span[];
}

/** Times in which nobody is told of alarms of something that is worked on [ALM3]. */
export class MaintenanceWindows {
  readonly #parts: WindowParts;
  readonly #perTenant: number;

  constructor(parts: WindowParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
  }

  /** Those that concern something within reach: one for the whole tenant concerns everybody. */
  async list(reach: Reach): Promise<readonly MaintenanceWindow[]> {
    return (await this.#parts.store.list(reach.tenantId)).filter((window) => isSeen(reach, window));
  }

  /** When those of `list` are on between two moments, the ones that are. */
  async calendar(reach: Reach, range: CalendarRange): Promise<readonly WindowTimes[]> {
    requireCalendarRange(range);
    const found: WindowTimes[] = [];
    for (const window of await this.list(reach)) {
      await longWork.nextPiece();
      const spans = spansOf(window, range);
      if (spans.length > 0) found.push({ window, spans });
    }
    return found;
  }

  /** Those that are on at this moment, for `silenceOf`. */
  async on(tenant: TenantId): Promise<readonly MaintenanceWindow[]> {
    const now = this.#parts.clock();
    return (await this.#parts.store.list(tenant)).filter((window) => isOn(window, now));
  }

  async require(reach: Reach, id: MaintenanceWindowId): Promise<MaintenanceWindow> {
    const window = await this.#parts.store.find(reach.tenantId, id);
    if (!window) throw windowNotFound(id);
    if (!isSeen(reach, window)) throw windowMissing(reach, window);
    return window;
  }

  async create(reach: Reach, properties: WindowProperties): Promise<MaintenanceWindow> {
    await this.#requireValid(reach, properties);
    const { tenantId } = reach;
    const id = newId<MaintenanceWindowId>();
    const createdTime = this.#parts.clock();
    return this.#change(tenantId, id, "ADDED", async (notes) => {
      const window = { ...properties, id, tenantId, createdTime, deviceProjectId: null };
      const outcome = await this.#parts.store.insert(window, this.#perTenant);
      if (outcome === "full") throw tooManyWindows(this.#perTenant);
      if (outcome === "gone") throw forNothing();
      notes.entity(window.name);
      notes.facts(factsOf(window));
      return window;
    });
  }

  async update(reach: Reach, id: MaintenanceWindowId, properties: WindowProperties): Promise<MaintenanceWindow> {
    await this.#requireValid(reach, properties);
    return this.#change(reach.tenantId, id, "UPDATED", async (notes) => {
      const before = await this.#requireHandled(reach, id);
      const after = { ...before, ...properties };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      if ((await this.#parts.store.update(after)) === "gone") throw forNothing();
      return after;
    });
  }

  async remove(reach: Reach, id: MaintenanceWindowId): Promise<void> {
    await this.#change(reach.tenantId, id, "DELETED", async (notes) => {
      const before = await this.#requireHandled(reach, id);
      notes.entity(before.name);
      notes.before(factsOf(before));
      await this.#parts.store.remove(before);
    });
  }

  /** One that is for more than somebody's part of the tenant is not theirs to change. */
  async #requireHandled(reach: Reach, id: MaintenanceWindowId): Promise<MaintenanceWindow> {
    const window = await this.require(reach, id);
    if (isForAll(window) && reach.projects !== "all") throw windowMissing(reach, window);
    return window;
  }

  async #requireValid(reach: Reach, properties: WindowProperties): Promise<void> {
    const { name, startTs, endTs, recurrence, deviceId, projectId, deviceTypeId } = properties;
    requireVisibleName("name", name);
    if (endTs === null && !recurrence) throw windowInvalid("endTs: needed, as there is no recurrence");
    if (endTs !== null && endTs <= startTs) throw windowInvalid("endTs: has to be later than startTs");
    if (recurrence && !isTimeZone(recurrence.timeZone)) {
      throw windowInvalid(`recurrence.timeZone: unknown time zone ${recurrence.timeZone}`);
    }
    if (deviceId) await this.#parts.devices.require(reach, deviceId);
    if (projectId) await this.#parts.projects.require(reach, projectId);
    if (deviceTypeId) await this.#parts.types.require(reach.tenantId, deviceTypeId);
    if (isForAll(properties) && reach.projects !== "all")
      throw windowInvalid("projectId: name a device or a project of yours");
  }

  async #change<T>(
    tenantId: TenantId,
    id: MaintenanceWindowId,
    action: AuditAction,
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    const { audit, transactions } = this.#parts;
    const entity = { type: "MAINTENANCE_WINDOW", id } as const;
    return audit.change({ action, tenantId, entity }, (notes) => transactions.run(() => work(notes)));
  }
}

const isForAll = ({ deviceId, projectId }: WindowProperties): boolean => deviceId === null && projectId === null;

function isSeen(reach: Reach, window: MaintenanceWindow): boolean {
  if (window.deviceId !== null) return reaches(reach, window.deviceProjectId);
  return window.projectId === null || reaches(reach, window.projectId);
}

/** Refused to those who may read it [API3]. */
function windowMissing({ tenantId, beyond }: Reach, window: MaintenanceWindow): AppError {
  const isReadable = beyond && isSeen({ tenantId, projects: beyond.readable("VIEW_ALARMS") }, window);
  return isReadable ? beyond.refusal() : windowNotFound(window.id);
}

const forNothing = () => windowInvalid("deviceId, projectId, deviceProfileId: one of these was deleted this moment");

const factsOf = (window: WindowProperties): Facts => {
  const { name, description, startTs, endTs, recurrence, deviceId, projectId, deviceTypeId, alarmType } = window;
  return { name, description, startTs, endTs, recurrence, deviceId, projectId, deviceTypeId, alarmType };
};
