import type { DeviceGroupId, DeviceId, DeviceTypeId, ProjectId, RuleId, TenantId } from "../../../kernel/ids.ts";
import type { Page, PageRequest } from "../../../kernel/paging.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { ReachedProjects } from "../../projects/index.ts";
import type { ActionResult } from "../actions/planned-action.ts";
import type { ScopedDevice } from "../live/live-rule-store.ts";
import type { Rule, RuleProperties } from "../live/rule.ts";
import type { Transition } from "../step/transition.ts";

export interface RuleVersion extends RuleProperties {
  readonly version: number;
  readonly time: EpochMs;
  /** As they were called then; null: nobody who could be named, or from before it was kept. */
  readonly savedBy: string | null;
}

/** Of a change: after which position of the log it is in force [RUL3], and by whom. */
export interface RuleSaving {
  readonly position: number;
  readonly savedBy: string | null;
}

/** Something that happened to a device by a rule. */
export interface TransitionOfDevice {
  /** Null in those from before there were actions. */
  readonly id: string | null;
  readonly deviceId: DeviceId;
  readonly transition: Transition;
}

/** With what followed from it. */
export interface FollowedTransition extends TransitionOfDevice {
  readonly actions: readonly ActionResult[];
}

/** What a rule does now, and when it last raised something. */
export interface RuleActivity {
  /** Devices at which it holds an alarm up. */
  readonly firing: number;
  readonly lastFired: EpochMs | null;
}

/** Whose transitions: of devices in these projects, or of one. */
export interface TransitionQuery {
  readonly ruleId: RuleId;
  readonly projects: ReachedProjects;
  readonly deviceId: DeviceId | undefined;
}

/** Rules as people keep them. */
export interface RuleStore {
  /** Until the transaction ends, nobody else who holds them changes the rules of the tenant. */
  hold(tenant: TenantId): Promise<void>;
  list(tenant: TenantId): Promise<readonly Rule[]>;
  find(tenant: TenantId, id: RuleId): Promise<Rule | undefined>;
  count(tenant: TenantId): Promise<number>;
  insert(rule: Rule, saving: RuleSaving): Promise<"created" | "name-taken" | "no-such-tenant">;
  /** Of two who change one version, the second finds another one. Versions beyond so many go, the oldest first. */
  update(rule: Rule, saving: RuleSaving, versionsAtMost: number): Promise<"updated" | "changed" | "name-taken">;
  /** It is gone for everybody but live evaluation, which clears away what it left. */
  remove(rule: Rule, saving: RuleSaving, now: EpochMs): Promise<void>;
  versions(id: RuleId): Promise<readonly RuleVersion[]>;
  transitions(query: TransitionQuery, page: PageRequest): Promise<Page<TransitionOfDevice>>;
  /** Of each of them, at devices of these projects. */
  activities(ids: readonly RuleId[], projects: ReachedProjects): Promise<ReadonlyMap<RuleId, RuleActivity>>;
  removeTransitionsBefore(time: EpochMs, atMost: number): Promise<number>;
  devices(ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]>;
  /** By their names in lower case. */
  typesNamed(tenant: TenantId, names: readonly string[]): Promise<ReadonlyMap<string, DeviceTypeId>>;
  /** By their names, letter for letter: two may differ in case alone. */
  devicesNamed(
    tenant: TenantId,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<ScopedDevice, "id" | "projectId">>>;
  existingTypes(tenant: TenantId, ids: readonly DeviceTypeId[]): Promise<ReadonlySet<DeviceTypeId>>;
  existingGroups(tenant: TenantId, ids: readonly DeviceGroupId[]): Promise<ReadonlySet<DeviceGroupId>>;
  existingProjects(tenant: TenantId, ids: readonly ProjectId[]): Promise<ReadonlySet<ProjectId>>;
}
