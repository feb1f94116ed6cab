import type { AttributeScope } from "@heliograph/contract";
import type { IdSet } from "../../kernel/id-set.ts";
import type { DeviceId, DeviceTypeId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { ComparableRange } from "./value-test.ts";

/** What the store of entities can tell of devices by itself. Names are of the tenant that is asked for. */
export type StoredCondition =
  | { readonly of: "everything" }
  | { readonly of: "types"; readonly ids: readonly DeviceTypeId[] }
  | { readonly of: "projects"; readonly ids: readonly ProjectId[] }
  | { readonly of: "unassigned" }
  /** The text is folded. Behind a star any characters match. */
  | { readonly of: "name"; readonly comparison: "CONTAINS" | "STARTS_WITH" | "MATCHES"; readonly text: string }
  | ActivityCondition
  | {
      readonly of: "attribute";
      readonly scope: AttributeScope | undefined;
      readonly key: string;
      readonly range: ComparableRange;
    }
  /** Of those that are not cleared. */
  | {
      readonly of: "alarm";
      readonly rankAtLeast: number | undefined;
      readonly type: string | undefined;
      readonly isUnacknowledged: boolean;
    };

export interface ActivityCondition {
  readonly of: "activity";
  readonly state: "ACTIVE" | "INACTIVE" | "NEVER";
  /** See the contract; the moment of what is "so long ago". */
  readonly since: EpochMs | undefined;
  readonly now: EpochMs;
  readonly timeoutMs: number;
}

/** Ids as they came from the store; they are looked at when somebody knows which of them matter. */
export interface FetchedIds {
  readonly size: number;
  /** All of them, or those that are among these. */
  among(ids: IdSet<DeviceId> | undefined): Promise<IdSet<DeviceId>>;
}

/** Finds devices by indexes; test/contract/device-index.test.ts says what it promises. */
export interface DeviceIndex {
  /** How many match, counted no further than `atMost`. */
  count(tenant: TenantId, condition: StoredCondition, atMost: number): Promise<number>;
  fetch(tenant: TenantId, condition: StoredCondition): Promise<FetchedIds>;
  /** Those of these that match, each looked up: quick where these are few. */
  lookUp(tenant: TenantId, condition: StoredCondition, ids: IdSet<DeviceId>): Promise<IdSet<DeviceId>>;
  /** Which of these types the tenant has. */
  knownTypes(tenant: TenantId, ids: readonly DeviceTypeId[]): Promise<readonly DeviceTypeId[]>;
}
