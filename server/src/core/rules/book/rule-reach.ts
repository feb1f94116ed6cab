import { type RuleDefinition, type RuleProblem, said } from "@heliograph/contract";
import type { AppError } from "../../../kernel/errors.ts";
import type { DeviceGroupId, DeviceId, DeviceTypeId, ProjectId, RuleId, TenantId } from "../../../kernel/ids.ts";
import { type Reach, reaches } from "../../projects/index.ts";
import type { ScopedDevice } from "../live/live-rule-store.ts";
import type { Rule } from "../live/rule.ts";
import { ruleInvalid, ruleNamesMissing, ruleNotFound } from "./errors.ts";
import type { RuleStore } from "./rule-store.ts";

type Scope = RuleDefinition["scope"];
type Devices = ReadonlyMap<DeviceId, ScopedDevice>;

const devicesIn = (scope: Scope): readonly DeviceId[] =>
  scope.kind === "DEVICE" ? (scope.deviceIds.map((id) => id.toLowerCase()) as DeviceId[]) : [];

type NamedThings = Pick<RuleStore, "devices" | "existingTypes" | "existingProjects" | "existingGroups">;

/** Who sees a rule and who changes it, by what it is for [PRJ1]. */
export class RuleReach {
  readonly #store: NamedThings;

  constructor(store: NamedThings) {
    this.#store = store;
  }

  /** Those that concern something within reach: one for a type concerns everybody. */
  async seen(reach: Reach, rules: readonly Rule[]): Promise<readonly Rule[]> {
    if (reach.projects === "all") return rules;
    const devices = await this.#devices(rules.flatMap(({ definition }) => devicesIn(definition.scope)));
    return rules.filter(({ definition }) => isSeen(reach, definition.scope, devices));
  }

  async requireSeen(reach: Reach, rule: Rule): Promise<void> {
    if ((await this.seen(reach, [rule])).length === 0) throw await this.#missing(reach, rule);
  }

  /** One that is for more than somebody's part of the tenant is not theirs to change. */
  async requireChangeable(reach: Reach, rule: Rule): Promise<void> {
    await this.requireSeen(reach, rule);
    if ((await this.notWithin(reach, rule.definition.scope, "what is there")).length > 0)
      throw await this.#missing(reach, rule);
  }

  /** Refused to those who may read it [API3]. */
  async #missing({ tenantId, beyond }: Reach, rule: Rule): Promise<AppError> {
    const readable = beyond && { tenantId, projects: beyond.readable("VIEW_RULES") };
    const isReadable = readable && (await this.seen(readable, [rule])).length > 0;
    return isReadable && beyond ? beyond.refusal() : ruleNotFound(rule.id as RuleId);
  }

  /** Refused where it may be read and no rule be made for it, else as if it were not there [API3]. */
  async requireNamed(reach: Reach, scope: Scope, at?: string): Promise<void> {
    const [first] = await this.notWithin(reach, scope);
    if (!first) return;
    if (first.path === "scope.kind") throw ruleInvalid([first], at);
    await this.refuseReadable(reach, scope);
    throw ruleNamesMissing(first, at);
  }

  async refuseReadable({ tenantId, beyond }: Reach, scope: Scope): Promise<void> {
    const readable = beyond && { tenantId, projects: beyond.readable("VIEW_DEVICES") };
    if (beyond && readable && (await this.notWithin(readable, scope)).length === 0) throw beyond.refusal();
  }

  /** What a scope names that is out of reach, or not there; as if it were not there. */
  async notWithin(
    reach: Reach,
    scope: Scope,
    among: "everything" | "what is there" = "everything",
  ): Promise<readonly RuleProblem[]> {
    const gone = await this.#gone(reach.tenantId, scope);
    const isWanted = ({ path }: RuleProblem): boolean =>
      among === "everything" || !gone.some((one) => one.path === path);
    return [...gone, ...(await this.#beyond(reach, scope))].filter(isWanted);
  }

  /** What a scope names and is not there any more. */
  gone(rule: Rule): Promise<readonly RuleProblem[]> {
    return this.#gone(rule.tenantId, rule.definition.scope);
  }

  async #gone(tenant: TenantId, scope: Scope): Promise<readonly RuleProblem[]> {
    switch (scope.kind) {
      case "DEVICE": {
        const devices = await this.#devices(devicesIn(scope), tenant);
        return named(scope.deviceIds, "deviceIds", "device", (id) => devices.has(id as DeviceId));
      }
      case "DEVICE_TYPE":
        return this.#goneTypes(tenant, scope.deviceTypeIds);
      case "PROJECT": {
        const ids = scope.projectIds.map((id) => id.toLowerCase()) as ProjectId[];
        const there = await this.#store.existingProjects(tenant, ids);
        const projects = named(scope.projectIds, "projectIds", "project", (id) => there.has(id as ProjectId));
        return [...projects, ...(await this.#goneTypes(tenant, scope.deviceTypeIds ?? []))];
      }
      case "DEVICE_GROUP":
        return this.#goneGroup(tenant, scope.deviceGroupId);
    }
  }

  async #goneGroup(tenant: TenantId, id: string): Promise<readonly RuleProblem[]> {
    const there = await this.#store.existingGroups(tenant, [id.toLowerCase() as DeviceGroupId]);
    return there.size > 0 ? [] : [{ path: "scope.deviceGroupId", ...nothing("device group", id) }];
  }

  async #goneTypes(tenant: TenantId, ids: readonly string[]): Promise<readonly RuleProblem[]> {
    const there = await this.#store.existingTypes(tenant, ids.map((id) => id.toLowerCase()) as DeviceTypeId[]);
    return named(ids, "deviceTypeIds", "device type", (id) => there.has(id as DeviceTypeId));
  }

  async #beyond(reach: Reach, scope: Scope): Promise<readonly RuleProblem[]> {
    if (reach.projects === "all") return [];
    if (scope.kind === "PROJECT")
      return named(scope.projectIds, "projectIds", "project", (id) => reaches(reach, id as ProjectId));
    if (scope.kind !== "DEVICE") return [{ path: "scope.kind", ...tooWide }];
    const devices = await this.#devices(devicesIn(scope), reach.tenantId);
    const isReached = (id: string) => reaches(reach, devices.get(id as DeviceId)?.projectId ?? null);
    return named(scope.deviceIds, "deviceIds", "device", isReached);
  }

  async #devices(ids: readonly DeviceId[], tenant?: TenantId): Promise<Devices> {
    const found = ids.length === 0 ? [] : await this.#store.devices([...new Set(ids)]);
    return new Map(found.filter((one) => tenant === undefined || one.tenantId === tenant).map((one) => [one.id, one]));
  }
}

function isSeen(reach: Reach, scope: Scope, devices: Devices): boolean {
  if (scope.kind === "DEVICE") {
    return devicesIn(scope).some((id) => {
      const device = devices.get(id);
      return device !== undefined && reaches(reach, device.projectId);
    });
  }
  return scope.kind !== "PROJECT" || scope.projectIds.some((id) => reaches(reach, id.toLowerCase() as ProjectId));
}

const tooWide = said("SCOPE_TOO_WIDE", "it is for the whole tenant; name devices or projects of yours");

/** Named after what is missing. */
const nothing = (what: string, id: string) =>
  said(`NO_${what.replaceAll(" ", "_").toUpperCase()}`, `No ${what} ${id}`, { id });

const named = (
  ids: readonly string[],
  list: string,
  what: string,
  isThere: (id: string) => boolean,
): readonly RuleProblem[] =>
  ids.flatMap((id, at) => (isThere(id.toLowerCase()) ? [] : [{ path: `scope.${list}.${at}`, ...nothing(what, id) }]));
