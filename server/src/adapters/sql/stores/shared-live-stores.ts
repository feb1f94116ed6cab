import type { Rule } from "../../../core/rules/live/rule.ts";
import type { RuleId } from "../../../kernel/ids.ts";
import { SqlCalculatedChannelStore } from "./calculated-channel-store.ts";
import { SqlLiveRuleStore } from "./live-rule-store.ts";

/** Behind everything in every log. */
const newest = Number.MAX_SAFE_INTEGER;

/**
 * Of one of several nodes: each follows a log of its own, from when it began; rules are those that are there now, because no position
 * says in which log they came into force.
 */
export class SharedLiveRuleStore extends SqlLiveRuleStore {
  protected override readonly notesPosition = false;

  override versionsInForce(): Promise<readonly Pick<Rule, "id" | "version">[]> {
    return super.versionsInForce(newest);
  }

  override inForce(_position: number, ids: readonly RuleId[]): Promise<readonly Rule[]> {
    return super.inForce(newest, ids);
  }

  override async changesAfter(): Promise<readonly number[]> {
    return [];
  }

  override async position(): Promise<undefined> {
    return undefined;
  }
}

/** As above. */
export class SharedCalculatedChannelStore extends SqlCalculatedChannelStore {
  override async progress(): Promise<undefined> {
    return undefined;
  }

  override async note(): Promise<void> {}
}
