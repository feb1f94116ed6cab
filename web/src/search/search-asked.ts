import type { DeviceRecord } from "@heliograph/contract";
import type { TypedSearch } from "./typed-search.ts";

/** What is asked, and where. */
export interface SearchAsked extends TypedSearch {
  /** Only what is in this project and below; `none`: in no project. */
  readonly projectId: string | undefined;
}

/** Devices to look into, those that have most of the words first. */
export interface Candidates {
  readonly matching: readonly DeviceRecord[];
  readonly others: readonly DeviceRecord[];
}
