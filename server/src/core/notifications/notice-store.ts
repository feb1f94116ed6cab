import type { AlarmSeverity } from "@heliograph/contract";
import type {
  AlarmId,
  DeviceId,
  DeviceTypeId,
  NoticeId,
  NotificationId,
  NotificationPolicyId,
  ProjectId,
  RuleId,
  TenantId,
} from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { ReachedProjects } from "../projects/index.ts";
import type { AlarmNews, Notice, NoticeItem, Notification, NotificationTimer, Recipient, TakenNews } from "./notice.ts";
import type { ToldBody } from "./told-message.ts";

/** What a message is about, as far as somebody may see it. */
export interface NoticeContent {
  /** Different alarms. */
  readonly count: number;
  readonly severity: AlarmSeverity;
  /** The worst ones, the oldest first. */
  readonly items: readonly NoticeItem[];
  /** Some of the different titles. */
  readonly titles: readonly string[];
}

/** Where the things of a notice are. */
export interface NoticePlaces {
  readonly projects: readonly (ProjectId | null)[];
  /** Something is about no device. */
  readonly isAnywhere: boolean;
}

/** A device as messages name it, and where it is. */
export interface ToldDevice {
  readonly id: DeviceId;
  readonly name: string;
  readonly deviceTypeId: DeviceTypeId;
  /** From the top down. */
  readonly projectPath: readonly ProjectId[];
}

/** What a rule told of an alarm. */
export interface SaidByRule {
  readonly alarmId: AlarmId;
  readonly deviceId: DeviceId;
  readonly message: ToldBody;
}

/** What is to be told, and to whom. What takes rows is called inside a transaction, and nobody else gets them. */
export interface NoticeStore {
  hasWork(now: EpochMs): Promise<boolean>;
  /** In the transaction of the change; nothing where nobody is to be told in that tenant. */
  addNews(news: readonly AlarmNews[]): Promise<void>;
  /** Those with maintenance windows and somebody to be told. */
  tenantsWithWindows(): Promise<readonly TenantId[]>;
  /** Those with news. */
  tenantsWithNews(): Promise<readonly TenantId[]>;
  takeNews(tenant: TenantId, atMost: number, except: readonly number[]): Promise<readonly TakenNews[]>;
  tenantsWithTimers(now: EpochMs): Promise<readonly TenantId[]>;
  takeTimers(
    tenant: TenantId,
    now: EpochMs,
    atMost: number,
    except: readonly string[],
  ): Promise<readonly NotificationTimer[]>;
  /** Returns the keys of those that were there. */
  takeTimersNamed(keys: readonly string[]): Promise<readonly string[]>;
  hasTimerNamed(key: string): Promise<boolean>;
  setTimers(timers: readonly NotificationTimer[]): Promise<void>;
  dropTimers(alarms: readonly AlarmId[], kinds: readonly NotificationTimer["kind"][]): Promise<void>;
  /** What is silenced is looked at now. */
  hasten(
    of: { readonly alarms: readonly AlarmId[]; readonly devices: readonly DeviceId[] },
    now: EpochMs,
  ): Promise<void>;

  open(tenant: TenantId, groups: readonly string[]): Promise<readonly Notice[]>;
  /** When the last message of a group was closed. */
  lastClosed(tenant: TenantId, groups: readonly string[]): Promise<ReadonlyMap<string, EpochMs>>;
  saveNotices(fresh: readonly Notice[], later: readonly Notice[]): Promise<void>;
  addItems(items: readonly NoticeItem[]): Promise<void>;
  /** The worst severity each policy told of these alarms. */
  toldOf(
    alarms: readonly AlarmId[],
  ): Promise<readonly { alarmId: AlarmId; policyId: NotificationPolicyId; severity: AlarmSeverity }[]>;
  /** What rules told of these alarms, of each action of a rule the newest. */
  saidByRules(alarms: readonly AlarmId[]): Promise<readonly SaidByRule[]>;
  /** "rule device" of those that are met at this moment. */
  rulesThatHold(of: readonly { readonly ruleId: RuleId; readonly deviceId: DeviceId }[]): Promise<readonly string[]>;
  /** Active alarms that these devices are silent, the oldest first. */
  silentOf(devices: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, readonly AlarmId[]>>;

  devicesOf(ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, ToldDevice>>;

  dueNotices(now: EpochMs, atMost: number): Promise<readonly Notice[]>;
  /** False where somebody else did. */
  close(notice: NoticeId, now: EpochMs): Promise<boolean>;
  places(notice: NoticeId): Promise<NoticePlaces>;
  /** A device it is about that is still there. */
  someDeviceOf(notice: NoticeId): Promise<DeviceId | undefined>;
  content(notices: readonly NoticeId[], projects: ReachedProjects, lines: number): Promise<NoticeContent | undefined>;

  add(notifications: readonly Notification[]): Promise<void>;
  find(id: NotificationId): Promise<Notification | undefined>;
  save(notification: Notification): Promise<void>;
  telling(notice: NoticeId): Promise<Telling | undefined>;
  /** The notices a message is about: its own, and those of messages that went with it. */
  noticesOf(id: NotificationId): Promise<readonly NoticeId[]>;
  dueHeld(now: EpochMs, atMost: number): Promise<readonly Notification[]>;
  /** All that is held for the same recipient by the same policy, rule or schedule. */
  heldBeside(notification: Notification): Promise<readonly Notification[]>;
  /** Those to the same recipient by the same policy or rule whose failure is an alarm. */
  failedBeside(notification: Notification): Promise<readonly Notification[]>;
  /** Messages that went to somebody since then, the oldest first. */
  sentSince(
    tenant: TenantId,
    to: Pick<Recipient, "channel" | "name">,
    since: EpochMs,
    atMost: number,
  ): Promise<readonly EpochMs[]>;
  /** Returns how many went. */
  removeBefore(before: EpochMs, atMost: number): Promise<number>;
  /** Of tenants that have more than so many, the oldest. */
  removeBeyond(perTenant: number): Promise<void>;
  removeItemsBeyond(perTenant: number): Promise<void>;
}

type Telling = Notice["telling"];
