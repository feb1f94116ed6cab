import type { RuleId } from "../../../kernel/ids.ts";
import { compileRule } from "../compile/compile-rule.ts";
import type { Listening } from "../inputs/listening.ts";
import { RuleIndex } from "./applies.ts";
import { newest } from "./backlog.ts";
import type { LiveRuleParts } from "./live-parts.ts";
import type { LiveRuleStore, ScopedDevice } from "./live-rule-store.ts";
import { looksUnasked, type ReadyRule, readyRule } from "./ready-rule.ts";
import type { Rule } from "./rule.ts";
import { RuleFaults } from "./rule-faults.ts";
import { ScopedGroups } from "./scoped-groups.ts";

type Parts = Pick<LiveRuleParts, "store" | "listening" | "members" | "clock" | "onFailure">;

/** The rules as they are for points after a position, ready to be evaluated, and which devices they are for. */
export class RulesInForce {
  readonly #store: Pick<LiveRuleStore, "inForce">;
  readonly #listening: Listening;
  readonly groups: ScopedGroups;
  readonly faults: RuleFaults;
  #rules: ReadonlyMap<RuleId, ReadyRule> = new Map();
  #index: RuleIndex;
  /** Those that look although nothing comes. */
  #unasked: readonly ReadyRule[] = [];

  constructor({ store, listening, members, clock, onFailure }: Parts) {
    this.#store = store;
    this.#listening = listening;
    this.groups = new ScopedGroups(members);
    this.faults = new RuleFaults(clock, onFailure);
    this.#index = new RuleIndex([], this.groups);
  }

  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  find(id: RuleId): ReadyRule | undefined {
    return this.#rules.get(id);
  }

  /** It is in force, in this version. */
  has({ rule, ...ready }: ReadyRule): boolean {
    return this.#rules.get(rule.id)?.compiled === ready.compiled;
  }

  rulesOf(device: ScopedDevice): ReadonlySet<ReadyRule> {
    return this.#index.rulesOf(device);
  }

  get unasked(): readonly RuleId[] {
    return this.#unasked.map(({ rule }) => rule.id);
  }

  /** Those of a device that look although nothing comes. */
  unaskedIndex(): RuleIndex {
    return new RuleIndex(this.#unasked, this.groups);
  }

  /** Those that are as before stay what they are. */
  async load(position: number): Promise<void> {
    const rules = await this.#store.inForce(position);
    const ready = rules.flatMap((rule) => this.#ready(rule));
    const known = ready.map(({ rule }) => rule);
    await this.groups.follow(known);
    if (position === newest) this.#listening.set(known);
    else this.#listening.add(known);
    this.#rules = new Map(ready.map((one) => [one.rule.id, one]));
    this.faults.keep(rules, (id) => this.#rules.has(id));
    this.#unasked = ready.filter(({ compiled }) => looksUnasked(compiled));
    this.#index = new RuleIndex(ready, this.groups);
  }

  /** One that this version cannot compile is left out: it stops no other, and what it decided stays [RUL5]. */
  #ready(rule: Rule): readonly ReadyRule[] {
    const known = this.#rules.get(rule.id);
    if (known?.rule.version === rule.version) return [known];
    if (this.faults.isUncompiled(rule)) return [];
    try {
      return [readyRule(rule, compileRule(rule.definition, rule.version))];
    } catch (error) {
      this.faults.uncompiled(rule, error);
      return [];
    }
  }
}
