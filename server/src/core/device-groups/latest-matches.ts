import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Sample } from "../telemetry/index.ts";
import { type ValueComparison, valueTest } from "./value-test.ts";

/** What is asked of the newest value of a key. Plain data: in a cluster it is asked of every node that owns series. */
export interface LatestQuestion extends ValueComparison {
  readonly key: string;
  /** Not before this, not after that. */
  readonly notBefore?: EpochMs | undefined;
  readonly notAfter?: EpochMs | undefined;
}

/** Asked of the telemetry engine itself: there is no second table of newest values [PRJ2]. */
export interface LatestMatches {
  /** About how many devices match; reads nothing. */
  estimate(tenant: TenantId, question: LatestQuestion): Promise<number>;
  /**
   * Of these devices, or of all that have the key. Where nobody said of which, there may be devices among them that were
   * removed a moment ago, or whose tenant the engine has not learned yet: who asks has to see to it.
   */
  matching(tenant: TenantId, question: LatestQuestion, within?: IdSet<DeviceId>): Promise<IdSet<DeviceId>>;
}

export function latestTest(question: LatestQuestion): (sample: Sample) => boolean {
  const { notBefore = Number.NEGATIVE_INFINITY, notAfter = Number.POSITIVE_INFINITY } = question;
  const passes = valueTest(question);
  return ({ ts, value }) => ts >= notBefore && ts <= notAfter && passes(value);
}
