import { type RuleAction, type RuleDefinition, ruleBounds } from "@heliograph/contract";
import { whomText } from "../../notifications/recipients/recipient-text.ts";
import { filledText } from "./template.ts";
import type { Wording } from "./wording.ts";

/** Those the editor can begin, what is wanted most first. */
export const offeredActions = [
  "NOTIFY",
  "WEBHOOK",
  "REPORT",
  "COMMAND",
  "PUBLISH_TELEMETRY",
  "PUBLISH_ATTRIBUTE",
] as const;
export type OfferedAction = (typeof offeredActions)[number];

/** An action of another kind, on the same occasions. */
export function actionOfKind(
  kind: OfferedAction,
  { on, severities, atMostPerHour }: ActionBase,
  { webhookId = "", reportId = "" }: FirstOnes = {},
): RuleAction {
  const base = { on, ...(severities && { severities }), ...(atMostPerHour !== undefined && { atMostPerHour }) };
  if (kind === "NOTIFY") return { ...base, kind, recipients: { roles: ["OPERATOR", "TENANT_ADMIN"] } };
  if (kind === "WEBHOOK") return { ...base, kind, webhookId };
  if (kind === "REPORT") return { ...base, kind, reportId };
  if (kind === "COMMAND") return { ...base, kind, type: "SCPI", text: "*RST" };
  if (kind === "PUBLISH_TELEMETRY") return { ...base, kind, key: "alarm", value: true };
  return { ...base, kind, scope: "SHARED_SCOPE", key: "alarm", value: true };
}

/** What an action that names one of the tenant's begins with. */
interface FirstOnes {
  readonly webhookId?: string | undefined;
  readonly reportId?: string | undefined;
}
type ActionBase = Pick<RuleAction, "on" | "severities" | "atMostPerHour">;

export const mayAddAction = ({ actions }: RuleDefinition): boolean => actions.length < ruleBounds.actions;

/** What somebody typed as a value: a number or a truth where it reads as one, else a text. */
export function valueTyped(text: string): string | number | boolean {
  const said = text.trim();
  if (said === "true" || said === "false") return said === "true";
  return said !== "" && Number.isFinite(Number(said)) ? Number(said) : text;
}

/** What is done, without when. */
export function actionPhrase(action: RuleAction, { words: { actions }, told }: Wording): string {
  const template = actions.whats[action.kind];
  if (action.kind === "NOTIFY")
    return told ? filledText(actions.tell, { whom: whomText(action.recipients, told) }) : template;
  if (action.kind === "WEBHOOK") {
    const name = told?.choices.webhooks?.find(({ id }) => id === action.webhookId)?.name;
    return name === undefined ? template : filledText(actions.call, { name });
  }
  if (action.kind === "COMMAND") {
    const said = action.type === "RPC" ? action.method : action.text;
    return filledText(template, { type: action.type, text: said ?? actions.nothing });
  }
  if (action.kind !== "PUBLISH_TELEMETRY" && action.kind !== "PUBLISH_ATTRIBUTE") return template;
  const { input, value } = action;
  const written = input === undefined ? String(value ?? actions.nothing) : actions.valueOf(input);
  return filledText(template, { key: action.key, value: written });
}

/** "is raised or is cleared (Critical only)" */
export function occasionsText({ on, severities }: RuleAction, { words: { actions }, severities: names }: Wording) {
  const text = on.map((one) => actions.occasions[one]).join(actions.or);
  if (!severities) return text;
  return `${text} ${filledText(actions.onlyWith, { severities: severities.map((one) => names[one]).join(actions.or) })}`;
}

/** One sentence for each action [RUL4]. */
export const actionTexts = ({ actions }: RuleDefinition, wording: Wording): readonly string[] =>
  actions.map((action) =>
    filledText(wording.words.actions.line, {
      on: occasionsText(action, wording),
      what: actionPhrase(action, wording),
    }),
  );
