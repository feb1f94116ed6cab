import {
  neededByAction,
  neededByInput,
  type Permission,
  type RuleDefinition,
  type RuleMode,
} from "@heliograph/contract";
import type { UserId } from "../../../kernel/ids.ts";
import type { Reach } from "../../projects/index.ts";

/** Who asks for something about rules, and where they may have it. */
export interface RuleAsker {
  readonly reach: Reach;
  /** Null: nobody in particular. */
  readonly userId: UserId | null;
}

/**
 * Who changes rules. Not a reach but a way to ask for one: what it takes depends on the rule, and is found out where rules are
 * stored, so that no door to them can leave it out [PRJ1, RUL4].
 */
export interface RuleEditor {
  readonly userId: UserId;
  /** Where they may do all of this; refused where they nowhere may. */
  reachTo(needed: readonly Permission[]): Reach;
}

export const askerOf = (editor: RuleEditor, needed: readonly Permission[]): RuleAsker => ({
  userId: editor.userId,
  reach: editor.reachTo(needed),
});

type Defined = Pick<RuleDefinition, "inputs" | "actions">;

/** A rule acts by itself: whoever saves one may see and do by themselves what it looks at and does. */
export const neededToSave = (definitions: readonly Defined[]): readonly Permission[] => [
  ...neededToSwitch("SHADOW", definitions),
  ...definitions.flatMap(({ actions }) => actions.map(({ kind }) => neededByAction[kind])),
];

/** Switched to deciding, a rule looks and tells what it saw; switched on it acts, too. Off it is for whoever may edit it. */
export function neededToSwitch(mode: RuleMode, definitions: readonly Defined[]): readonly Permission[] {
  if (mode === "OFF") return ["EDIT_RULES"];
  return mode === "LIVE" ? neededToSave(definitions) : ["EDIT_RULES", ...neededToLook(definitions)];
}

export const neededToLook = (definitions: readonly Defined[]): readonly Permission[] =>
  definitions.flatMap(({ inputs }) => inputs.map(({ kind }) => neededByInput[kind]));
