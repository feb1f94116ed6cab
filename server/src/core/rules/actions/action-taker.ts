import type { RuleAction, RuleProblem } from "@heliograph/contract";
import type { RuleAsker } from "../book/rule-editor.ts";
import type { ActionOrder } from "./planned-action.ts";

type ActionOf<Kind extends RuleAction["kind"]> = Extract<RuleAction, { kind: Kind }>;

/** Carries out actions of one kind. Throws where it cannot for now, `Undeliverable` or a refusal of what was asked where never. */
export interface ActionTaker<Kind extends RuleAction["kind"] = RuleAction["kind"]> {
  readonly kind: Kind;
  /**
   * Whether all it does is in the database: then it and the note that it was done are one transaction, and it is done once. Else
   * it may be asked again for what it did, with the same key.
   */
  readonly isStored: boolean;
  /** What of it is not there, or not for who asks: beneath the action. Nothing where it names nothing. */
  problems?(by: RuleAsker, action: ActionOf<Kind>): Promise<readonly RuleProblem[]>;
  /** What was done, in words for whoever looks at what became of it. */
  carryOut(order: ActionOrder<ActionOf<Kind>>, signal: AbortSignal): Promise<string>;
}
