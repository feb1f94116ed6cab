import { Type } from "typebox";
import { CommandAction } from "./command-action.ts";
import { PublishAction } from "./publish-action.ts";

/** Every kind of action there is. Notifications and webhooks will be one more file and one more line each. */
const actionKinds = [PublishAction, CommandAction] as const;

export type RuleAction = PublishAction | CommandAction;

/** What a rule does beside its alarm [RUL4]. */
export const RuleAction = Type.Unsafe<RuleAction>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...actionKinds],
});

/** Why an action makes no sense, or undefined. */
export function actionProblem(action: RuleAction): string | undefined {
  if (action.kind !== "COMMAND") return undefined;
  const needed = action.type === "RPC" ? "method" : "text";
  return action[needed] === undefined ? `${action.type} needs ${needed}` : undefined;
}

export { type ActionOccasion, actionOccasions } from "./action-kind.ts";
export type { CommandAction } from "./command-action.ts";
export type { PublishAction } from "./publish-action.ts";
