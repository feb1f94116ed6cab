import { attributeScopes, type LiveList, type Permission, type SubscribeFrame } from "@heliograph/contract";
import { type Principal, reachFor } from "../../core/access/index.ts";
import type { Attributes } from "../../core/attributes/index.ts";
import type { DashboardData } from "../../core/dashboard-data/index.ts";
import { type Devices, type DeviceWithActivity, deviceNotFound } from "../../core/devices/index.ts";
import type { Events } from "../../core/events/index.ts";
import { reaches } from "../../core/projects/index.ts";
import type { PointBatch, TelemetryFeed, TelemetryStore } from "../../core/telemetry/index.ts";
import type { DeviceId, ProjectId } from "../../kernel/ids.ts";
import type { AlarmSource } from "./alarm-subscription.ts";
import { AttributeWatch } from "./attribute-watch.ts";
import type { DeviceWatcher } from "./device-audience.ts";
import { requirePermissions } from "./errors.ts";
import type { InboxSource } from "./inbox-subscription.ts";
import type { KeyBudget } from "./key-budget.ts";
import { ListWatch, listPermissions } from "./list-watch.ts";
import type { LiveSubscription } from "./live-subscription.ts";
import { type Activity, type DeviceNews, deviceFrame, isEmpty } from "./server-frame.ts";
import { TelemetryWatch } from "./telemetry-watch.ts";
import { ToldSubscription } from "./told-subscription.ts";

export interface LiveSources {
  readonly alarmSource: AlarmSource;
  readonly inbox: InboxSource;
  readonly devices: Pick<Devices, "require">;
  readonly attributes: Pick<Attributes, "read">;
  readonly telemetryStore: Pick<TelemetryStore, "latest">;
  readonly telemetryFeed: TelemetryFeed;
  readonly dashboardData: Pick<DashboardData, "watched">;
}

/** Who a subscription is for, and what its connection allows it. */
export interface Reader {
  /** As it is now: what somebody may see can change. */
  readonly principal: () => Principal | undefined;
  readonly budget: KeyBudget;
  /** Changes remembered for it while it is slow. */
  readonly maxChanges: number;
  readonly onNews: (subscription: LiveSubscription) => void;
}

/** What one subscription shows of one device, and what its reader has to be told next. */
export class Subscription extends ToldSubscription implements DeviceWatcher {
  readonly deviceId: DeviceId;
  readonly #needs: readonly Permission[];
  readonly #reader: Reader;
  readonly #sources: LiveSources;
  readonly #telemetry: TelemetryWatch | undefined;
  readonly #attributes: AttributeWatch | undefined;
  readonly #lists: ListWatch | undefined;
  readonly #watchesActivity: boolean;
  #activity: Activity | undefined;
  /** Where the device was when it was last looked for, or has moved since. */
  #projectId: ProjectId | null = null;
  #stopWatching: () => void = () => undefined;
  /** The reader is to be given the whole state: at the beginning, and when too much changed while it was slow. */
  #stateIsDue = true;

  constructor(frame: SubscribeFrame, sources: LiveSources, reader: Reader) {
    super(frame.id, reader.onNews);
    this.deviceId = frame.deviceId.toLowerCase() as DeviceId;
    this.#sources = sources;
    this.#reader = reader;
    this.#needs = permissionsFor(frame);
    this.#telemetry = telemetryWatchOf(frame, this.deviceId, sources, reader.budget);
    this.#attributes = attributeWatchOf(frame, this.deviceId, sources);
    this.#lists = frame.lists && new ListWatch(frame.lists);
    this.#watchesActivity = frame.activity ?? false;
  }

  /** Throws when the device is out of reach for this reader; a system administrator belongs to none. */
  async requireDevice(): Promise<DeviceWithActivity> {
    const principal = this.#reader.principal();
    const reach = principal && reachFor(principal, this.#needs);
    if (!reach) throw deviceNotFound(this.deviceId);
    const device = await this.#sources.devices.require(reach, this.deviceId);
    this.#projectId = device.projectId;
    return device;
  }

  /** Throws when the device is not there any more for this reader [PRJ1]. */
  requireReach(): void {
    const principal = this.#reader.principal();
    const reach = principal && reachFor(principal, this.#needs);
    if (!reach || !reaches(reach, this.#projectId)) throw deviceNotFound(this.deviceId);
  }

  requirePermissions(): void {
    requirePermissions(this.#reader.principal()?.permissions ?? new Set(), this.#needs);
  }

  /** The device is in another project now. */
  moved(projectId: ProjectId | null): void {
    this.#projectId = projectId;
    this.recheck();
  }

  removed(): void {
    this.end(deviceNotFound(this.deviceId));
  }

  override recheck(): void {
    try {
      this.requirePermissions();
      this.requireReach();
    } catch (error) {
      this.end(error);
    }
  }

  /** Watches from now on; the state is the first news. */
  override start(): void {
    if (this.#telemetry) {
      this.#stopWatching = this.#sources.telemetryFeed.watch(this.deviceId, (batch) => this.#points(batch));
    }
    super.start();
  }

  attributesChanged({ scope, changed, deleted }: Events["attributes-changed"]): void {
    this.#attributes?.touched(scope, [...changed, ...deleted]);
    this.#tellChanges();
  }

  telemetryDeleted({ keys }: Events["telemetry-deleted"]): void {
    this.#telemetry?.deleted(keys);
    this.#tellChanges();
  }

  listChanged(list: LiveList): void {
    this.#lists?.touched(list);
    this.#tellChanges();
  }

  activityChanged({ active, lastActivityTime }: Events["device-activity"]): void {
    if (!this.#watchesActivity) return;
    this.#activity = { active, lastActivityTime };
    this.#tellChanges();
  }

  protected override nextFrame(): Promise<string | undefined> {
    return this.#stateIsDue ? this.#stateFrame() : this.#changeFrame();
  }

  protected override release(): void {
    this.#stopWatching();
    this.#telemetry?.close();
  }

  #points(batch: PointBatch): void {
    try {
      this.#telemetry?.points(batch);
      this.#tellChanges();
    } catch (error) {
      this.end(error);
    }
  }

  #tellChanges(): void {
    const pending = (this.#telemetry?.pending ?? 0) + (this.#attributes?.pending ?? 0);
    if (pending > this.#reader.maxChanges) this.#startOver();
    if (pending > 0 || this.#activity || this.#lists?.pending) this.tell();
  }

  #startOver(): void {
    this.#stateIsDue = true;
    this.#telemetry?.forgetPending();
    this.#attributes?.forgetPending();
  }

  async #stateFrame(): Promise<string> {
    this.#stateIsDue = false;
    this.#activity = undefined;
    this.#lists?.changes(); // the state names all of them
    // Asked for now that its removal would be noticed: a device that went before is not shown as an empty one.
    const { active, lastActivityTime } = await this.requireDevice();
    const news: DeviceNews = {};
    if (this.#telemetry) news.telemetry = await this.#telemetry.state();
    if (this.#attributes) news.attributes = await this.#attributes.state();
    if (this.#watchesActivity) news.activity = { active, lastActivityTime };
    if (this.#lists) news.lists = this.#lists.all;
    return deviceFrame("state", this.id, this.deviceId, news);
  }

  async #changeFrame(): Promise<string | undefined> {
    const news: DeviceNews = {};
    if (this.#activity) news.activity = this.#activity;
    this.#activity = undefined;
    if (this.#lists?.pending) news.lists = this.#lists.changes();
    if (this.#telemetry?.pending) {
      const telemetry = await this.#telemetry.changes();
      if (telemetry.length > 0) news.telemetry = telemetry;
    }
    if (this.#attributes?.pending) news.attributes = await this.#attributes.changes();
    return isEmpty(news) ? undefined : deviceFrame("change", this.id, this.deviceId, news);
  }
}

function permissionsFor(frame: SubscribeFrame): readonly Permission[] {
  const values = Boolean(frame.telemetry) || Boolean(frame.attributes);
  const lists = frame.lists ?? [];
  return [
    ...lists.map((list) => listPermissions[list]),
    ...(frame.activity || !(values || lists.length > 0) ? (["VIEW_DEVICES"] as const) : []),
    ...(values ? (["VIEW_TELEMETRY"] as const) : []),
  ];
}

function telemetryWatchOf(
  { telemetry }: SubscribeFrame,
  device: DeviceId,
  { telemetryStore }: LiveSources,
  budget: KeyBudget,
): TelemetryWatch | undefined {
  if (!telemetry) return undefined;
  return new TelemetryWatch(telemetryStore, device, telemetry === true ? undefined : telemetry, budget);
}

function attributeWatchOf(
  { attributes: wanted }: SubscribeFrame,
  device: DeviceId,
  { attributes }: LiveSources,
): AttributeWatch | undefined {
  if (!wanted) return undefined;
  const { scopes = attributeScopes, keys = undefined } = wanted === true ? {} : wanted;
  return new AttributeWatch(attributes, device, [...new Set(scopes)], keys);
}
