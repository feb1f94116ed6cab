import type { PublishAction } from "@heliograph/contract";
import { Undeliverable } from "../../../outbox/index.ts";
import type { RuleValue } from "../../values.ts";
import type { ActionOrder } from "../planned-action.ts";

/** What is written: the value of the rule, or that of an input when it happened. */
export function publishedValue({ action, transition }: ActionOrder<PublishAction>): RuleValue {
  const value = action.input === undefined ? action.value : transition.values[action.input];
  if (value === undefined || value === null) throw new Undeliverable("there is no value to write");
  return value;
}
