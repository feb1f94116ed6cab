import type { AuditAction, RuleDefinition, RuleMode, Triggering } from "@heliograph/contract";
import { type DeviceId, newId, type RuleId } from "../../../kernel/ids.ts";
import { requireVisibleName } from "../../../kernel/name-form.ts";
import type { Page, PageRequest } from "../../../kernel/paging.ts";
import { foldCase } from "../../../kernel/text.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import { type ActNotes, type Audit, type AuditedAct, currentActor, type Facts } from "../../audit/index.ts";
import type { Transactions } from "../../changes/index.ts";
import type { Reach } from "../../projects/index.ts";
import { tenantNotFound } from "../../tenants/index.ts";
import type { RuleActionStore } from "../actions/action-store.ts";
import { appliesTo } from "../live/applies.ts";
import type { LiveRuleParts } from "../live/live-parts.ts";
import type { LiveRules } from "../live/live-rules.ts";
import type { Rule, RuleProperties } from "../live/rule.ts";
import type { RuleFault } from "../live/rule-fault.ts";
import { ScopedGroups } from "../live/scoped-groups.ts";
import { ruleNameTaken, ruleNotFound, ruleStale, tooManyRules } from "./errors.ts";
import { namedRules } from "./named-rules.ts";
import { askerOf, neededToSave, neededToSwitch, type RuleEditor } from "./rule-editor.ts";
import { RuleReach } from "./rule-reach.ts";
import { RuleSense, type RuleSenseParts } from "./rule-sense.ts";
import type { FollowedTransition, RuleActivity, RuleSaving, RuleVersion } from "./rule-store.ts";
import { sentDefinition } from "./sent-definition.ts";

export interface RuleLimits {
  readonly perTenant: number;
  /** Of one rule; the oldest go. */
  readonly versions: number;
  /** Transitions are kept so long. */
  readonly retentionMs: number;
}

interface RuleParts extends RuleSenseParts {
  readonly actions: Pick<RuleActionStore, "resultsOf" | "removeFinishedBefore">;
  readonly live: Pick<LiveRules, "position" | "edited" | "faultOf">;
  /** Who is in a group now; nobody where it is gone. */
  readonly members: LiveRuleParts["members"];
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

export interface RuleFilter {
  readonly textSearch: string | undefined;
  readonly mode: RuleMode | undefined;
  readonly deviceId: DeviceId | undefined;
}

/** A change; without a mode it stays as it is. */
export type RuleChange = Omit<RuleProperties, "mode"> & { readonly mode: RuleMode | undefined };

interface ImportOrder {
  /** Of the rules that are made. */
  readonly mode: RuleMode;
  readonly isDryRun: boolean;
}

export interface ActiveRule extends RuleActivity {
  readonly rule: Rule;
  readonly fault: RuleFault | undefined;
}

const removedAtOnce = 500;

/** Rules as people make and change them [RUL1, RUL5]: each change is on record, and a version of its own. */
export class Rules {
  readonly #parts: RuleParts;
  readonly #limits: RuleLimits;
  readonly #reach: RuleReach;
  readonly sense: RuleSense;

  constructor(parts: RuleParts, limits: RuleLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#reach = new RuleReach(parts.store);
    this.sense = new RuleSense(parts, this.#reach);
  }

  async list(reach: Reach, { textSearch, mode, deviceId }: RuleFilter): Promise<readonly Rule[]> {
    const [device] = deviceId === undefined ? [] : await this.#parts.store.devices([deviceId]);
    const text = foldCase(textSearch ?? "");
    const seen = await this.#reach.seen(reach, await this.#parts.store.list(reach.tenantId));
    const groups = await this.#groupsOf(device ? seen : []);
    return seen
      .filter((rule) => (mode === undefined || rule.mode === mode) && foldCase(rule.name).includes(text))
      .filter((rule) => deviceId === undefined || (device !== undefined && appliesTo(rule, device, groups)));
  }

  /** With what they do at the moment, as far as it is within reach. */
  async withActivity(reach: Reach, rules: readonly Rule[]): Promise<readonly ActiveRule[]> {
    const ids = rules.map(({ id }) => id as RuleId);
    const found = ids.length === 0 ? undefined : await this.#parts.store.activities(ids, reach.projects);
    return rules.map((rule) => {
      const activity = found?.get(rule.id as RuleId) ?? { firing: 0, lastFired: null };
      return { rule, ...activity, fault: this.faultOf(reach, rule) };
    });
  }

  /** What keeps it from deciding, though it is switched on [RUL5]. */
  faultOf({ projects }: Reach, rule: Rule): RuleFault | undefined {
    const fault = rule.mode === "OFF" ? undefined : this.#parts.live.faultOf(rule);
    return fault && (projects === "all" ? fault : { ...fault, deviceId: null });
  }

  /** Whoever is in the groups that these rules are for. */
  async #groupsOf(rules: readonly Rule[]): Promise<ScopedGroups> {
    const groups = new ScopedGroups(this.#parts.members);
    await groups.follow(rules);
    return groups;
  }

  async require(reach: Reach, id: RuleId): Promise<Rule> {
    const rule = await this.#find(reach, id);
    await this.#reach.requireSeen(reach, rule);
    return rule;
  }

  async create(editor: RuleEditor, properties: RuleProperties): Promise<Rule> {
    const by = askerOf(editor, neededToSave([properties.definition]));
    await this.sense.require(by, properties.definition);
    return this.#create(by.reach, properties, () => this.sense.requireNoRing(by.reach, properties.definition));
  }

  /** `check` is asked once nobody else can change the rules of the tenant. */
  #create(reach: Reach, properties: RuleProperties, check?: () => Promise<void>): Promise<Rule> {
    requireVisibleName("name", properties.name);
    sentDefinition(properties.definition); // whoever made it, of rows or of a file: it has the form that all doors know
    const { tenantId } = reach;
    const id = newId<RuleId>();
    return this.#change(reach, id, "ADDED", async (notes) => {
      await this.#parts.store.hold(tenantId);
      await check?.();
      if ((await this.#parts.store.count(tenantId)) >= this.#limits.perTenant)
        throw tooManyRules(this.#limits.perTenant);
      const now = this.#parts.clock();
      const rule: Rule = { ...inLowerCase(properties), id, tenantId, version: 1, createdTime: now, updatedTime: now };
      notes.entity(rule.name);
      notes.facts(factsOf(rule));
      const outcome = await this.#parts.store.insert(rule, this.#saving());
      if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
      if (outcome === "name-taken") throw ruleNameTaken(rule.name);
      return rule;
    });
  }

  /** `version` is the one it was made from: of two who change a rule, the second is told of the first. */
  async update(editor: RuleEditor, id: RuleId, change: RuleChange, version: number): Promise<Rule> {
    const by = askerOf(editor, neededToSave([change.definition]));
    await this.#requireChangeable(by.reach, id);
    await this.sense.require(by, change.definition, id);
    sentDefinition(change.definition);
    return this.#save(by.reach, id, version, async (before) => {
      if (change.name !== before.name) requireVisibleName("name", change.name);
      await this.sense.requireNoRing(by.reach, change.definition, id);
      return inLowerCase({ ...change, mode: change.mode ?? before.mode });
    });
  }

  /** Switched on, it does what it says from then on: that takes what saving it takes. */
  async setMode(editor: RuleEditor, id: RuleId, mode: RuleMode, version: number): Promise<Rule> {
    const { reach } = askerOf(editor, neededToSwitch("OFF", []));
    await this.#requireChangeable(reach, id);
    return this.#save(reach, id, version, async ({ name, description, definition }) => {
      const by = askerOf(editor, neededToSwitch(mode, [definition]));
      await this.#requireChangeable(by.reach, id);
      if (mode === "LIVE") await this.sense.requireNamed(by, definition);
      return { name, description, definition, mode };
    });
  }

  async remove(editor: RuleEditor, id: RuleId): Promise<void> {
    const reach = editor.reachTo(["EDIT_RULES"]);
    await this.#change(reach, id, "DELETED", async (notes) => {
      const rule = await this.#requireChangeable(reach, id);
      notes.entity(rule.name);
      notes.before(factsOf(rule));
      await this.#parts.store.remove(rule, this.#saving(), this.#parts.clock());
    });
  }

  /** What `importAll` would say of them. */
  async skippedAmong(
    { tenantId }: Reach,
    rules: readonly Pick<RuleProperties, "name">[],
  ): Promise<{ created: string[]; skipped: string[] }> {
    const taken = new Set((await this.#parts.store.list(tenantId)).map(({ name }) => foldCase(name)));
    const [created, skipped]: [string[], string[]] = [[], []];
    for (const { name } of rules) {
      (taken.has(foldCase(name)) ? skipped : created).push(name);
      taken.add(foldCase(name));
    }
    return { created, skipped };
  }

  /** All of them or none; those whose names are there already are left as they are. */
  importAll(
    editor: RuleEditor,
    rules: readonly Omit<RuleProperties, "mode">[],
    { mode, isDryRun }: ImportOrder,
  ): Promise<{ created: string[]; skipped: string[] }> {
    const by = askerOf(editor, neededToSave(rules.map(({ definition }) => definition)));
    const { reach } = by;
    return this.#parts.transactions.run(async () => {
      await this.#parts.store.hold(reach.tenantId);
      const rulesThere = await namedRules(this.#parts.store, reach);
      const taken = new Set(rulesThere.map(({ name }) => foldCase(name)));
      const there: Triggering[] = [...rulesThere, ...(await this.#parts.channels(reach))];
      const [created, skipped]: [string[], string[]] = [[], []];
      for (const [at, rule] of rules.entries()) {
        const isTaken = taken.has(foldCase(rule.name));
        (isTaken ? skipped : created).push(rule.name);
        if (isTaken) continue;
        taken.add(foldCase(rule.name));
        await this.sense.requireAmong(by, rule, there, `rules.${at}.definition`);
        const { name, description, definition } = rule;
        there.push(isDryRun ? rule : await this.#create(reach, { name, description, definition, mode }));
      }
      return { created, skipped };
    });
  }

  async versions(reach: Reach, id: RuleId): Promise<readonly RuleVersion[]> {
    await this.require(reach, id);
    return this.#parts.store.versions(id);
  }

  /** Of devices within reach. */
  async transitions(
    reach: Reach,
    id: RuleId,
    deviceId: DeviceId | undefined,
    page: PageRequest,
  ): Promise<Page<FollowedTransition>> {
    await this.require(reach, id);
    const { store, actions } = this.#parts;
    const found = await store.transitions({ ruleId: id, projects: reach.projects, deviceId }, page);
    const results = Map.groupBy(
      await actions.resultsOf(found.data.flatMap((one) => one.id ?? [])),
      ({ transitionId }) => transitionId,
    );
    const data = found.data.map((one) => ({ ...one, actions: results.get(one.id ?? "") ?? [] }));
    return { ...found, data };
  }

  /** Now and then: what happened too long ago goes, some at a time. */
  async removeOld(): Promise<void> {
    const before = epochMs(this.#parts.clock() - this.#limits.retentionMs);
    const { store, actions } = this.#parts;
    while ((await store.removeTransitionsBefore(before, removedAtOnce)) === removedAtOnce);
    while ((await actions.removeFinishedBefore(before, removedAtOnce)) === removedAtOnce);
  }

  async #find({ tenantId }: Reach, id: RuleId): Promise<Rule> {
    const rule = await this.#parts.store.find(tenantId, id);
    if (!rule) throw ruleNotFound(id);
    return rule;
  }

  async #requireChangeable(reach: Reach, id: RuleId): Promise<Rule> {
    const rule = await this.#find(reach, id);
    await this.#reach.requireChangeable(reach, rule);
    return rule;
  }

  #saving(): RuleSaving {
    return { position: this.#parts.live.position, savedBy: currentActor()?.name ?? null };
  }

  #save(reach: Reach, id: RuleId, version: number, changed: (before: Rule) => Promise<RuleProperties>): Promise<Rule> {
    return this.#change(reach, id, "UPDATED", async (notes) => {
      await this.#parts.store.hold(reach.tenantId);
      const before = await this.#requireChangeable(reach, id);
      const after: Rule = {
        ...before,
        ...(await changed(before)),
        version: version + 1,
        updatedTime: this.#parts.clock(),
      };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      const { store } = this.#parts;
      const isNewest = before.version === version;
      const outcome = isNewest ? await store.update(after, this.#saving(), this.#limits.versions) : "changed";
      if (outcome === "changed") throw ruleStale(before.name, before.version);
      if (outcome === "name-taken") throw ruleNameTaken(after.name);
      return after;
    });
  }

  async #change<T>(reach: Reach, id: RuleId, action: AuditAction, work: (notes: ActNotes) => Promise<T>): Promise<T> {
    const { audit, transactions, live } = this.#parts;
    const act: AuditedAct = { action, tenantId: reach.tenantId, entity: { type: "RULE", id } };
    return audit.change(act, (notes) =>
      transactions.run(async () => {
        const done = await work(notes);
        transactions.afterCommit(() => live.edited());
        return done;
      }),
    );
  }
}

/** Ids as they are stored, in whatever letters they were sent. */
function inLowerCase<P extends Pick<RuleProperties, "definition">>(properties: P): P {
  const { definition } = properties;
  const lists = Object.entries(definition.scope).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.map((id) => id.toLowerCase())];
    return [name, name === "deviceGroupId" ? String(value).toLowerCase() : value];
  });
  return { ...properties, definition: { ...definition, scope: Object.fromEntries(lists) as RuleDefinition["scope"] } };
}

const factsOf = ({ name, description, mode, definition }: RuleProperties): Facts => ({
  name,
  description,
  mode,
  definition,
});
