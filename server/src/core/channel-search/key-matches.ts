import { keyMatcher } from "@heliograph/contract";
import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { foldCase } from "../../kernel/text.ts";

/** Which keys are looked for. Plain data: in a cluster it is asked of every node that owns series. */
export interface KeyQuestion {
  /** Folded; a key that holds one of them is meant. */
  readonly words: readonly string[];
  /** Keys, and patterns of keys, that are meant whatever they hold. */
  readonly patterns: readonly string[];
}

/** Asked of the telemetry engine, which knows every key by heart. */
export interface KeyMatches {
  /** The keys that devices of a tenant have, so many at most, in no order. */
  keys(tenant: TenantId, question: KeyQuestion, atMost: number): Promise<readonly string[]>;
  /**
   * The devices that have one of these keys. Among them may be some that were removed a moment ago, or whose tenant the
   * engine has not learned yet: who asks has to see to it.
   */
  devices(tenant: TenantId, keys: readonly string[]): Promise<IdSet<DeviceId>>;
}

export function keyTest({ words, patterns }: KeyQuestion): (key: string) => boolean {
  const matchers = patterns.map(keyMatcher);
  return (key) => {
    const folded = foldCase(key);
    return words.some((word) => folded.includes(word)) || matchers.some((matches) => matches(key) !== undefined);
  };
}
