import type { AuditAction, NotificationRecipients } from "@heliograph/contract";
import { type CalendarRange, requireCalendarRange } from "../../kernel/calendar-range.ts";
import { type DeviceId, type NotificationPolicyId, newId, type ProjectId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import { foldCase } from "../../kernel/text.ts";
import type { Clock } from "../../kernel/time.ts";
import { isTimeZone, type Span, weeklySpans } from "../alarms/index.ts";
import type { ActNotes, Audit, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import type { Devices } from "../devices/index.ts";
import { type Projects, type Reach, reaches, wholeTenant } from "../projects/index.ts";
import {
  addressInvalid,
  nobodyNamed,
  policyNameTaken,
  policyNotFound,
  policyStale,
  projectJustGone,
  projectNeeded,
  recipientUnknown,
  stepsUnordered,
  timeZoneUnknown,
  tooManyPolicies,
} from "./errors.ts";
import type { NamedRecipients } from "./named-recipients.ts";
import type { NotificationPolicy, NotificationPolicyStore, PolicyProperties } from "./notification-policy.ts";
import { missingFor } from "./out-of-reach.ts";

interface PolicyParts {
  readonly store: NotificationPolicyStore;
  readonly projects: Pick<Projects, "require">;
  readonly devices: Pick<Devices, "require">;
  readonly named: Pick<NamedRecipients, "misnamed">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Where in a policy, and what is the matter. */
export interface PolicyProblem {
  readonly path: string;
  readonly message: string;
}

interface QuietTimes {
  readonly policy: NotificationPolicy;
  readonly spans: readonly Span[];
}

/** Which alarms are told to whom, as people say it [NTF1]: each change is on record. */
export class NotificationPolicies {
  readonly #parts: PolicyParts;
  readonly #perTenant: number;

  constructor(parts: PolicyParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
  }

  /** Those of projects within reach; those of the whole tenant for who reaches all of it. */
  async list(reach: Reach, textSearch = ""): Promise<readonly NotificationPolicy[]> {
    const text = foldCase(textSearch);
    const all = await this.#parts.store.list(reach.tenantId);
    return all.filter(({ projectId, name }) => reaches(reach, projectId) && foldCase(name).includes(text));
  }

  async require(reach: Reach, id: NotificationPolicyId): Promise<NotificationPolicy> {
    const policy = await this.#parts.store.find(reach.tenantId, id);
    if (!policy) throw policyNotFound(id);
    if (!reaches(reach, policy.projectId)) throw missingFor(reach, policy.projectId, policyNotFound(id));
    return policy;
  }

  /** When those within reach that are on keep mails back, between two moments. */
  async quietCalendar(reach: Reach, range: CalendarRange): Promise<readonly QuietTimes[]> {
    requireCalendarRange(range);
    const found: QuietTimes[] = [];
    for (const policy of await this.list(reach)) {
      await longWork.nextPiece();
      const spans = policy.enabled && policy.quietHours ? [...weeklySpans(policy.quietHours, range)] : [];
      if (spans.length > 0) found.push({ policy, spans });
    }
    return found;
  }

  /** Whom it names and who is not there any more: it tells those who are left. */
  async gone({ tenantId, recipients, escalation }: NotificationPolicy): Promise<readonly PolicyProblem[]> {
    const found: PolicyProblem[] = [];
    const places = escalation.map((step, at) => [`escalation.${at}.recipients`, step.recipients] as const);
    for (const [place, named] of [["recipients", recipients] as const, ...places]) {
      const missing = await this.#parts.named.misnamed(wholeTenant(tenantId), named);
      found.push(...missing.map(({ path, message }) => ({ path: `${place}.${path}`, message })));
    }
    return found;
  }

  async create(reach: Reach, wanted: PolicyProperties): Promise<NotificationPolicy> {
    const properties = await this.#checked(reach, wanted);
    const { tenantId } = reach;
    const id = newId<NotificationPolicyId>();
    return this.#change(reach, id, "ADDED", async (notes) => {
      const now = this.#parts.clock();
      const policy = { ...properties, id, tenantId, version: 1, createdTime: now, updatedTime: now };
      notes.entity(policy.name);
      notes.facts(factsOf(policy));
      this.#settled(await this.#parts.store.insert(policy, this.#perTenant), policy);
      return policy;
    });
  }

  async update(
    reach: Reach,
    id: NotificationPolicyId,
    wanted: PolicyProperties,
    version: number,
  ): Promise<NotificationPolicy> {
    const properties = await this.#checked(reach, wanted);
    return this.#change(reach, id, "UPDATED", async (notes) => {
      const before = await this.require(reach, id);
      const after = { ...before, ...properties, version: version + 1, updatedTime: this.#parts.clock() };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      if (before.version !== version) throw policyStale(before.name, before.version);
      this.#settled(await this.#parts.store.update(after), after);
      return after;
    });
  }

  async remove(reach: Reach, id: NotificationPolicyId): Promise<void> {
    await this.#change(reach, id, "DELETED", async (notes) => {
      const policy = await this.require(reach, id);
      notes.entity(policy.name);
      notes.before(factsOf(policy));
      await this.#parts.store.remove(policy);
    });
  }

  #settled(outcome: string, { name, version }: NotificationPolicy): void {
    if (outcome === "full") throw tooManyPolicies(this.#perTenant);
    if (outcome === "name-taken") throw policyNameTaken(name);
    if (outcome === "gone") throw projectJustGone();
    if (outcome === "changed") throw policyStale(name, version);
  }

  /** What somebody names has to be there for them; a policy of a part of the tenant is for devices of that part. */
  async #checked(reach: Reach, properties: PolicyProperties): Promise<PolicyProperties> {
    const { name, projectId, quietHours, escalation, alarms } = properties;
    requireVisibleName("name", name);
    if (projectId !== null) await this.#parts.projects.require(reach, projectId);
    else if (reach.projects !== "all") throw projectNeeded();
    if (quietHours && !isTimeZone(quietHours.timeZone)) throw timeZoneUnknown(quietHours.timeZone);
    for (const id of alarms.deviceIds ?? []) await this.#parts.devices.require(reach, id.toLowerCase() as DeviceId);
    for (const id of alarms.projectIds ?? []) await this.#parts.projects.require(reach, id.toLowerCase() as ProjectId);
    const times = escalation.map(({ afterMs }) => afterMs);
    if (times.some((time, at) => at > 0 && time <= (times[at - 1] ?? 0))) throw stepsUnordered();
    const recipients = await this.#checkedRecipients(reach, properties.recipients, "recipients");
    const steps = [];
    for (const [at, step] of escalation.entries())
      steps.push({
        ...step,
        recipients: await this.#checkedRecipients(reach, step.recipients, `escalation.${at}.recipients`),
      });
    return { ...properties, recipients, escalation: steps, alarms: inLowerCase(alarms) };
  }

  async #checkedRecipients(
    reach: Reach,
    recipients: NotificationRecipients,
    at: string,
  ): Promise<NotificationRecipients> {
    const named = inLowerCase(recipients);
    if (!Object.values(named).some((list) => list.length > 0)) throw nobodyNamed(at);
    const [wrong] = await this.#parts.named.misnamed(reach, named);
    if (wrong?.path.startsWith("addresses")) throw addressInvalid(`${at}.${wrong.path}`, wrong.named);
    if (wrong) throw wrong.refusal ?? recipientUnknown(`${at}.${wrong.path}`, wrong);
    return named;
  }

  #change<T>(
    { tenantId }: Reach,
    id: NotificationPolicyId,
    action: AuditAction,
    work: (notes: ActNotes) => Promise<T>,
  ): Promise<T> {
    const { audit, transactions } = this.#parts;
    const entity = { type: "NOTIFICATION_POLICY", id } as const;
    return audit.change({ action, tenantId, entity }, (notes) => transactions.run(() => work(notes)));
  }
}

/** Ids as they are stored, in whatever letters they were sent; nothing else of these lists is written in upper case. */
function inLowerCase<T extends object>(lists: T): T {
  const lowered = Object.entries(lists).map(([name, list]: [string, unknown]) => [
    name,
    name.endsWith("Ids") && Array.isArray(list) ? list.map((id: unknown) => String(id).toLowerCase()) : list,
  ]);
  return Object.fromEntries(lowered) as T;
}

const factsOf = ({ id, tenantId, version, createdTime, updatedTime, ...said }: NotificationPolicy): Facts => ({
  ...said,
});
