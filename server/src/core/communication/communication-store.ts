import type { DeviceId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { CommunicationEntry } from "./communication-entry.ts";

export interface CommunicationQuery {
  readonly deviceId: DeviceId;
  /** Included. */
  readonly startTime: EpochMs;
  /** Excluded. */
  readonly endTime: EpochMs;
  readonly kind: string | undefined;
  /** Part of the kind, the summary, the error or the payload; letters of ASCII in either case. */
  readonly textSearch?: string | undefined;
  /** Only what was refused, or only what was not. */
  readonly failed?: boolean | undefined;
}

export interface CommunicationStore {
  /** In order; entries of devices that are gone are passed over. */
  append(entries: readonly CommunicationEntry[]): Promise<void>;
  /** Newest first; of the same millisecond, the one appended last. */
  page(query: CommunicationQuery, page: PageRequest): Promise<readonly CommunicationEntry[]>;
  count(query: CommunicationQuery): Promise<number>;
  stream(query: CommunicationQuery): AsyncIterable<readonly CommunicationEntry[]>;
  removeBefore(time: EpochMs): Promise<number>;
  /** Keeps the newest `most` of a device. */
  trim(device: DeviceId, most: number): Promise<void>;
}
