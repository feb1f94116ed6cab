import type { NamedRule } from "@heliograph/contract";
import type { RuleId } from "../../../kernel/ids.ts";
import type { Reach } from "../../projects/index.ts";
import { RuleReach } from "./rule-reach.ts";
import type { RuleStore } from "./rule-store.ts";

const nameless = "a rule out of your reach";

/** The rules of the tenant beside one, all of which count; those out of reach without their names [PRJ1]. */
export async function namedRules(store: RuleStore, reach: Reach, beside?: RuleId): Promise<readonly NamedRule[]> {
  const others = (await store.list(reach.tenantId)).filter((rule) => rule.id !== beside);
  const seen = new Set(await new RuleReach(store).seen(reach, others));
  return others.map((rule) => (seen.has(rule) ? rule : { name: nameless, definition: rule.definition }));
}
