import type { DeviceId, FileId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Reach } from "../projects/index.ts";
import type { DeviceFile } from "./device-file.ts";

/** Where a page of the newest files ended. */
export interface FilePlace {
  readonly time: EpochMs;
  readonly id: FileId;
}

/** Which of the files that devices of a tenant sent are wanted. */
export interface NewestFilesQuery {
  readonly reach: Reach;
  /** Only of devices in no project. */
  readonly isUnassigned: boolean;
  /** Part of the name, without regard to case. */
  readonly textSearch: string | undefined;
  readonly tag: string | undefined;
  /** Only what came before this one. */
  readonly before: FilePlace | undefined;
}

export interface NewestFilesPage {
  readonly found: readonly { readonly file: DeviceFile; readonly deviceId: DeviceId; readonly deviceName: string }[];
  /** Null where there are no older ones. */
  readonly next: FilePlace | null;
}

/** Files of all devices, those that came last first; test/contract/newest-files.test.ts says what it promises. */
export interface NewestFiles {
  /** Looks at so many of them at most: then it ends early, and `next` goes on. */
  page(query: NewestFilesQuery, limit: number): Promise<NewestFilesPage>;
}
