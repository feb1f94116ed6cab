import { Type } from "typebox";
import { type SaidProblem, said } from "../said-problem.ts";
import { CommandAction } from "./command-action.ts";
import { NotifyAction, notifyProblem, WebhookAction } from "./notify-action.ts";
import { PublishAttributeAction, PublishTelemetryAction, publishProblem } from "./publish-action.ts";
import { ReportAction } from "./report-action.ts";

/** Every kind of action there is: one more is one more file and one more line. */
const actionKinds = [
  PublishTelemetryAction,
  PublishAttributeAction,
  CommandAction,
  NotifyAction,
  WebhookAction,
  ReportAction,
];

export type RuleAction =
  | PublishTelemetryAction
  | PublishAttributeAction
  | CommandAction
  | NotifyAction
  | WebhookAction
  | ReportAction;

/** What a rule does beside its alarm [RUL4]. */
export const RuleAction = Type.Unsafe<RuleAction>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...actionKinds],
});

/** Why an action makes no sense in a rule with these inputs, or undefined. */
export function actionProblem(action: RuleAction, inputs: ReadonlySet<string>): SaidProblem | undefined {
  switch (action.kind) {
    case "PUBLISH_TELEMETRY":
    case "PUBLISH_ATTRIBUTE":
      return publishProblem(action, inputs);
    case "COMMAND":
      return commandProblem(action);
    case "NOTIFY":
      return notifyProblem(action);
    case "WEBHOOK":
    case "REPORT":
      return undefined;
  }
}

function commandProblem(action: CommandAction): SaidProblem | undefined {
  const { type } = action;
  const needed = type === "RPC" ? "method" : "text";
  if (action[needed] !== undefined) return undefined;
  return said(type === "RPC" ? "METHOD_MISSING" : "TEXT_MISSING", `${type} needs ${needed}`, { type });
}

export { type ActionOccasion, actionOccasions } from "./action-kind.ts";
export type { CommandAction } from "./command-action.ts";
export type { NotifyAction, RuleRecipients, WebhookAction } from "./notify-action.ts";
export type { PublishAction, PublishAttributeAction, PublishTelemetryAction } from "./publish-action.ts";
export type { ReportAction } from "./report-action.ts";
