import type { AttributeScope } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Attribute, AttributeChange, AttributeSelection } from "./attribute.ts";

export type ApplyOutcome =
  | { readonly outcome: "applied"; readonly changed: readonly string[]; readonly deleted: readonly string[] }
  | { readonly outcome: "no-such-device" }
  | { readonly outcome: "too-many" }
  /** Its tenant has no room for that much more [QTA1]. */
  | { readonly outcome: "tenant-full" };

/** Attributes go with their device: when it is removed, so are they [DEV3]. */
export interface AttributeStore {
  /**
   * Durable once resolved, all of the change or nothing. `changed` are the keys written, whatever they held before;
   * `deleted` those that were there. A key that is written and deleted at once is written.
   */
  apply(change: AttributeChange): Promise<ApplyOutcome>;

  /**
   * Ordered by scope, then by key. Sees every change acknowledged before. When keys and values have more than
   * `atMostBytes` together (UTF-8, values as JSON), none of them is brought into memory.
   */
  read(
    device: DeviceId,
    scopes: readonly AttributeScope[],
    keys: AttributeSelection,
    atMostBytes: number,
  ): Promise<readonly Attribute[] | "too-long">;
}
