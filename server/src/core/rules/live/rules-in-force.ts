import { setImmediate as immediate } from "node:timers/promises";
import type { RuleId } from "../../../kernel/ids.ts";
import { compileRule } from "../compile/compile-rule.ts";
import type { Listening } from "../inputs/listening.ts";
import { appliesTo, RuleIndex } from "./applies.ts";
import { newest } from "./backlog.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { LiveRuleStore, ScopedDevice } from "./live-rule-store.ts";
import { looksUnasked, type ReadyRule, readyRule } from "./ready-rule.ts";
import type { Rule } from "./rule.ts";
import { RuleFaults } from "./rule-faults.ts";
import { ScopedGroups } from "./scoped-groups.ts";

type Version = Pick<Rule, "id" | "version">;
/** Rules that are read and compiled in one turn. */
const compiledAtOnce = 250;

const noRules: ReadonlySet<ReadyRule> = new Set();

type Parts = Pick<LiveRuleParts, "store" | "listening" | "members" | "clock" | "onFailure">;

/** The rules as they are for points after a position, ready to be evaluated, and which devices they are for. */
export class RulesInForce {
  readonly #store: Pick<LiveRuleStore, "versionsInForce" | "inForce">;
  readonly #listening: Listening;
  readonly groups: ScopedGroups;
  readonly faults: RuleFaults;
  #rules: ReadonlyMap<RuleId, ReadyRule> = new Map();
  #index: RuleIndex;
  #unaskedIndex: RuleIndex;
  /** Those that look although nothing comes. */
  #unasked: readonly ReadyRule[] = [];

  constructor({ store, listening, members, clock, onFailure }: Parts) {
    this.#store = store;
    this.#listening = listening;
    this.groups = new ScopedGroups(members);
    this.faults = new RuleFaults(clock, onFailure);
    this.#index = new RuleIndex([], this.groups);
    this.#unaskedIndex = this.#index;
  }

  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  find(id: RuleId): ReadyRule | undefined {
    return this.#rules.get(id);
  }

  /** It is in force, in this version. */
  has(ready: ReadyRule): boolean {
    return this.#rules.get(ready.rule.id) === ready;
  }

  rulesOf(device: ScopedDevice): ReadonlySet<ReadyRule> {
    return this.#index.rulesOf(device);
  }

  /** Some look although nothing comes. */
  get hasUnasked(): boolean {
    return this.#unasked.length > 0;
  }

  /** Those of a device. */
  unaskedOf(device: ScopedDevice): ReadonlySet<ReadyRule> {
    return this.hasUnasked ? this.#unaskedIndex.rulesOf(device) : noRules;
  }

  /** Whether it is in force and for a device. */
  isFor(ready: ReadyRule, device: ScopedDevice): boolean {
    return this.has(ready) && appliesTo(ready.rule, device, this.groups);
  }

  /** Those that are as before stay what they are. There may be ten thousand: others get their turn in between. */
  async load(position: number): Promise<void> {
    const rules = await this.#store.versionsInForce(position);
    const ready = await this.#readyOnes(position, rules);
    const known = ready.map(({ rule }) => rule);
    await this.groups.follow(known);
    await immediate();
    const byId = new Map(ready.map((one) => [one.rule.id, one]));
    const unasked = ready.filter(({ compiled }) => looksUnasked(compiled));
    await immediate();
    const index = new RuleIndex(ready, this.groups);
    await immediate();
    this.#rules = byId;
    this.#unasked = unasked;
    this.#unaskedIndex = new RuleIndex(unasked, this.groups);
    this.#index = index;
    if (position === newest) this.#listening.set(known);
    else this.#listening.add(known);
    this.faults.keep(rules, (id) => byId.has(id));
  }

  async #readyOnes(position: number, rules: readonly Version[]): Promise<readonly ReadyRule[]> {
    const isNew = ({ id, version }: Version) => this.#rules.get(id)?.rule.version !== version;
    const changed = rules.filter((rule) => isNew(rule) && !this.faults.isUncompiled(rule)).map(({ id }) => id);
    const ready = rules.flatMap((rule) => (isNew(rule) ? [] : (this.#rules.get(rule.id) ?? [])));
    const read = (from: number) => this.#store.inForce(position, changed.slice(from, from + compiledAtOnce));
    let next = changed.length > 0 ? read(0) : [];
    for (let from = 0; from < changed.length; from += compiledAtOnce) {
      const some = await next;
      next = from + compiledAtOnce < changed.length ? read(from + compiledAtOnce) : []; // while these are compiled
      ready.push(...some.flatMap((rule) => this.#ready(rule)));
    }
    return ready;
  }

  /** One that this version cannot compile is left out: it stops no other, and what it decided stays [RUL5]. */
  #ready(rule: Rule): readonly ReadyRule[] {
    try {
      return [readyRule(rule, compileRule(rule.definition, rule.version))];
    } catch (error) {
      this.faults.uncompiled(rule, error);
      return [];
    }
  }
}
