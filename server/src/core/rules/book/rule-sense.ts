import type { NamedChannel, RuleAction, RuleDefinition, RuleProblem, Triggering } from "@heliograph/contract";
import type { RuleId, TenantId } from "../../../kernel/ids.ts";
import { type Reach, wholeTenant } from "../../projects/index.ts";
import type { Rule, RuleProperties } from "../live/rule.ts";
import { cycleProblems } from "../rule-check.ts";
import { ruleInvalid } from "./errors.ts";
import { namedRules } from "./named-rules.ts";
import type { RuleAsker } from "./rule-editor.ts";
import type { RuleReach } from "./rule-reach.ts";
import type { RuleStore } from "./rule-store.ts";
import { problemsIn } from "./sent-definition.ts";

export interface RuleSenseParts {
  readonly store: RuleStore;
  /** Whether somebody carries these out. */
  readonly isServed: (kind: RuleAction["kind"]) => boolean;
  /** What actions name and is not there, or not for who asks. */
  readonly misnamed: (by: RuleAsker, actions: readonly RuleAction[]) => Promise<readonly RuleProblem[]>;
  /** The calculated channels of the tenant, by names that are for who asks. */
  readonly channels: (reach: Reach) => Promise<readonly NamedChannel[]>;
}

/** Whether a rule makes sense: in itself, beside the others, and for who makes it [RUL1, RUL5]. */
export class RuleSense {
  readonly #parts: RuleSenseParts;
  readonly #reach: RuleReach;

  constructor(parts: RuleSenseParts, reach: RuleReach) {
    this.#parts = parts;
    this.#reach = reach;
  }

  /** What it names and is not there any more: the rule stays, and is for what is left. */
  async gone(rule: Rule): Promise<readonly RuleProblem[]> {
    const { tenantId, definition } = rule;
    return [...(await this.#reach.gone(rule)), ...(await this.#gone(tenantId, definition))];
  }

  #gone(tenantId: TenantId, { actions }: RuleDefinition): Promise<readonly RuleProblem[]> {
    return this.#parts.misnamed({ reach: wholeTenant(tenantId), userId: null }, actions);
  }

  /** Everything that is wrong with a rule, before it is saved in the place of another one or as a new one. */
  async problemsOf(by: RuleAsker, definition: RuleDefinition, id?: RuleId): Promise<readonly RuleProblem[]> {
    const problems = await this.#problemsIn(by, definition, id);
    return [...problems, ...(await this.#reach.notWithin(by.reach, definition.scope))];
  }

  /** What it names and is not there for who asks. */
  async namesMissing(by: RuleAsker, { scope, actions }: RuleDefinition): Promise<readonly RuleProblem[]> {
    return [...(await this.#reach.notWithin(by.reach, scope)), ...(await this.#parts.misnamed(by, actions))];
  }

  /** Refused where it may be read and no rule be made for it [API3]. */
  refuseReadable(reach: Reach, scope: RuleDefinition["scope"]): Promise<void> {
    return this.#reach.refuseReadable(reach, scope);
  }

  /** Of new rules that have nothing to do with each other, one list each. */
  async problemsOfSeveral(
    reach: Reach,
    rules: readonly Pick<RuleProperties, "name" | "definition">[],
  ): Promise<readonly (readonly RuleProblem[])[]> {
    const found: (readonly RuleProblem[])[] = [];
    for (const rule of rules) {
      const problems = problemsIn(rule, [], this.#parts.isServed);
      found.push([...problems, ...(await this.#reach.notWithin(reach, rule.definition.scope))]);
    }
    return found;
  }

  /** Whatever it is for: one that is tried names nothing that has to be there. */
  requireEvaluable(definition: RuleDefinition): void {
    const problems = problemsIn({ name: "this rule", definition }, [], this.#parts.isServed);
    if (problems.length > 0) throw ruleInvalid(problems);
  }

  /** One that comes with others: `there` are those it can be a part of a ring with. */
  async requireAmong(by: RuleAsker, rule: Omit<RuleProperties, "mode">, there: readonly Triggering[], place: string) {
    const named = await this.#parts.misnamed(by, rule.definition.actions);
    const problems = [...problemsIn(rule, there, this.#parts.isServed), ...named];
    if (problems.length > 0) throw ruleInvalid(problems, place);
    await this.#reach.requireNamed(by.reach, rule.definition.scope, place);
  }

  /** What is gone is nobody's to name; what is there and out of reach is not theirs to use. */
  async requireNamed(by: RuleAsker, definition: RuleDefinition): Promise<void> {
    const gone = new Set((await this.#gone(by.reach.tenantId, definition)).map(({ path }) => path));
    const problems = await this.#parts.misnamed(by, definition.actions);
    const beyond = problems.filter(({ path }) => !gone.has(path));
    if (beyond.length > 0) throw ruleInvalid(beyond);
  }

  /** As it is sent, to be saved in the place of another one or as a new one. */
  async require(by: RuleAsker, definition: RuleDefinition, id?: RuleId): Promise<void> {
    const problems = await this.#problemsIn(by, definition, id);
    if (problems.length > 0) throw ruleInvalid(problems);
    await this.#reach.requireNamed(by.reach, definition.scope);
  }

  async #problemsIn(by: RuleAsker, definition: RuleDefinition, id: RuleId | undefined) {
    const others = await this.#others(by.reach, id);
    const problems = problemsIn({ name: "this rule", definition }, others, this.#parts.isServed);
    return [...problems, ...(await this.#parts.misnamed(by, definition.actions))];
  }

  /** Again, when no other rule can be saved any more: of two that trigger each other, the second is refused. */
  async requireNoRing(reach: Reach, definition: RuleDefinition, id?: RuleId): Promise<void> {
    const problems = [...cycleProblems({ name: "this rule", definition }, await this.#others(reach, id))];
    if (problems.length > 0) throw ruleInvalid(problems);
  }

  /** What else can be a part of a ring. */
  async #others(reach: Reach, id?: RuleId): Promise<readonly Triggering[]> {
    const { store, channels } = this.#parts;
    return [...(await namedRules(store, reach, id)), ...(await channels(reach))];
  }
}
