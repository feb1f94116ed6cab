import type { DeviceId, NoteId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { ReachedProjects } from "../projects/index.ts";

/** What people say in a note. */
export interface NoteProperties {
  /** Null: of the whole tenant. */
  readonly deviceId: DeviceId | null;
  readonly startTs: EpochMs;
  /** Null: at a moment. */
  readonly endTs: EpochMs | null;
  readonly text: string;
}

/** What somebody wrote at a time. It goes with its device. */
export interface Note extends NoteProperties {
  readonly id: NoteId;
  readonly tenantId: TenantId;
  readonly createdTime: EpochMs;
  readonly createdBy: string;
  readonly changedTime: EpochMs;
  /** Grows with every change. */
  readonly version: number;
}

/** A note and where its device is. */
export interface PlacedNote {
  readonly note: Note;
  readonly projectId: ProjectId | null;
}

export interface NoteQuery {
  readonly tenantId: TenantId;
  /** Where devices have to be; those of the whole tenant are everybody's. */
  readonly projects: ReachedProjects;
  readonly deviceIds: readonly DeviceId[] | undefined;
  readonly startTime: EpochMs | undefined;
  readonly endTime: EpochMs | undefined;
  readonly textSearch: string | undefined;
}

export interface NoteStore {
  find(tenant: TenantId, id: NoteId): Promise<PlacedNote | undefined>;
  count(tenant: TenantId): Promise<number>;
  /** `gone`: there is no such tenant or device any more. */
  insert(note: Note): Promise<"created" | "gone">;
  /** Writes `note`, whose version is the next one; `changed` when it is not the next one any more. */
  update(note: Note): Promise<"updated" | "changed" | "gone">;
  remove(tenant: TenantId, id: NoteId): Promise<boolean>;
  /** Newest first. */
  page(query: NoteQuery, page: PageRequest): Promise<readonly Note[]>;
  total(query: NoteQuery): Promise<number>;
  stream(query: NoteQuery): AsyncIterable<readonly Note[]>;
}
