import { randomUUID } from "node:crypto";
import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import type { AlarmId, DeviceId, RuleId, TenantId, WebhookId } from "../../kernel/ids.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { MaintenanceWindows } from "../alarms/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { LetterLanguage, Mail } from "../mail/index.ts";
import { Undeliverable } from "../outbox/index.ts";
import { type ChannelsOf, named } from "./measured.ts";
import type { NoticeItem } from "./notice.ts";
import type { NoticeStore, ToldDevice } from "./notice-store.ts";
import { textOf } from "./notification-text.ts";
import type { Reading } from "./reading.ts";
import { Silences } from "./silences.ts";
import type { Tell } from "./tell.ts";
import { type Told, ToldMessages, type ToldParts, waitingNameOf } from "./told-messages.ts";
import type { WebhookPosting } from "./webhook-posting.ts";

interface Parts extends ToldParts {
  readonly store: ToldParts["store"] & Pick<NoticeStore, "silentOf" | "hasTimerNamed">;
  readonly maintenance: Pick<MaintenanceWindows, "on">;
  readonly posting: Pick<WebhookPosting, "postTo">;
  readonly channels: ChannelsOf;
  readonly tell: Pick<Tell, "tell">;
  readonly mail: Pick<Mail, "linkTo">;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** What a rule wants a webhook to be told. */
export interface RuleCall {
  readonly key: string;
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly webhookId: WebhookId;
  readonly rule: { readonly id: RuleId; readonly name: string; readonly version: number };
  readonly name: string;
  /** Of the rule's action. */
  readonly group: string;
  readonly severity: AlarmSeverity;
  readonly ts: EpochMs;
  readonly occasion: NotificationOccasion;
  readonly title: string;
  readonly text: string | null;
  readonly alarmType: string | null;
  /** The one it is about. Where the rule does not know it, that is the one that is active. */
  readonly alarmId: AlarmId | null | undefined;
  readonly language: LetterLanguage;
  readonly readings: readonly Reading[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Webhooks that rules call [RUL4]: one request for each transition, tried by the rule's own courier. What is silenced is left to
 * the notifier, which calls when that is over and the alarm is still there [ALM3].
 */
export class RuleWebhooks {
  readonly #parts: Parts;
  readonly #messages: ToldMessages;

  constructor(parts: Parts, recheckMs: number) {
    this.#parts = parts;
    this.#messages = new ToldMessages(parts, recheckMs);
  }

  /** What came of it, in words. */
  async call(call: RuleCall, signal: AbortSignal): Promise<string> {
    const message = messageOf(call);
    const [told] = await this.#messages.learn(call.tenantId, [message]);
    if (!told?.device) throw new Undeliverable("the device is gone");
    const silenced = await this.#silencedOf(told);
    if (!silenced) return (await this.#post(call, told, told.device, signal)).answer;
    await this.#parts.transactions.run(() => this.#parts.tell.tell(message.message));
    return `silenced (${silenced}): called when that is over and the alarm is still active`;
  }

  async #silencedOf(told: Told): Promise<string | undefined> {
    const { store, maintenance, clock } = this.#parts;
    if (told.message.occasion === "CLEARED" && (await store.hasTimerNamed(waitingNameOf(told.message))))
      return "UNTOLD";
    const silent = told.device ? await store.silentOf([told.device.id]) : new Map();
    const silences = new Silences(await maintenance.on(told.tenantId), silent);
    const silenced = this.#messages.silencedOf(told, false, silences, clock());
    return silenced && [silenced.kind, silenced.detail].filter((part) => part !== null).join(", ");
  }

  async #post(call: RuleCall, { alarm }: Told, device: ToldDevice, signal: AbortSignal) {
    const { posting, mail, channels } = this.#parts;
    const { tenantId, webhookId, key, rule, values, language } = call;
    const alarmId = call.alarmId === undefined ? (alarm?.id ?? null) : call.alarmId;
    const items = await named([itemOf(call, device, alarmId)], channels, language);
    const content = { count: 1, severity: call.severity, items, titles: [call.title] };
    const text = textOf(content, language, "UTC");
    const link = mail.linkTo(alarmId === null ? "/alarms" : `/alarms?alarm=${alarmId}`);
    return posting.postTo(tenantId, webhookId, { key, by: { rule, values }, content, text, link }, signal);
  }
}

/** As it would be told by the notifier: alone, and at once. */
function messageOf(call: RuleCall) {
  const { tenantId, key, severity, ts, occasion, title, text, alarmType, deviceId, webhookId, language } = call;
  const { readings } = call;
  const telling = {
    ...{ recipients: { webhookIds: [webhookId] }, channels: ["INBOX"] as const, language },
    ...{ quietHours: null, perHour: null },
  };
  const group = `${call.group}/${deviceId}`;
  const alarmId = call.alarmId ?? null;
  const message = {
    ...{ tenantId, key, severity, ts, occasion, title, text, alarmType, deviceId, alarmId, ruleId: call.rule.id },
    readings,
    place: { name: call.name, projectId: null, group, telling, waitMs: 0, everyMs: 0 },
  };
  return { tenantId, severity, ts, message };
}

const itemOf = (call: RuleCall, device: ToldDevice, alarmId: NoticeItem["alarmId"]): NoticeItem => ({
  ...{ id: randomUUID(), tenantId: call.tenantId, noticeId: null, policyId: null, alarmId, deviceId: device.id },
  ...{ deviceName: device.name, title: call.title, text: call.text, severity: call.severity, ts: call.ts },
  readings: call.readings,
  ...{ occasion: call.occasion, decidedTime: call.ts, silence: null, until: null, detail: null, origin: call.key },
});
