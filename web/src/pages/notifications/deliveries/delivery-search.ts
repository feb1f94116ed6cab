import { type TimeChoice, timeChoiceOf } from "../../../time-range/shown-time.ts";

/** Only those about an alarm, or told by a rule. */
export interface DeliveryPart {
  readonly alarm?: string;
  readonly rule?: string;
}

/** Which message is open, and which part is shown. */
export interface DeliverySearch extends DeliveryPart, TimeChoice {
  readonly open?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function deliverySearchOf({ open, alarm, rule, ...search }: Record<string, unknown>): DeliverySearch {
  const [message, about, by] = [textOf(open), textOf(alarm), textOf(rule)];
  return {
    ...(message !== undefined && { open: message }),
    ...(about !== undefined && { alarm: about }),
    ...(by !== undefined && { rule: by }),
    ...timeChoiceOf(search),
  };
}
