import type { AlarmCommentId, AlarmId, UserId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { AlarmUser } from "./alarm.ts";

/** Beside the text, what the system's own are about, or when a person's was changed. */
export interface CommentBody {
  readonly text: string;
  readonly [fact: string]: unknown;
}

export interface AlarmComment {
  readonly id: AlarmCommentId;
  readonly alarmId: AlarmId;
  /** Null: a rule's, or of somebody who is gone. */
  readonly userId: UserId | null;
  readonly kind: "SYSTEM" | "OTHER";
  readonly body: CommentBody;
  readonly createdTime: EpochMs;
}

export interface ListedComment extends AlarmComment {
  readonly user: AlarmUser | null;
}

/** Called inside a transaction that holds the alarm. */
export interface AlarmCommentStore {
  add(comment: AlarmComment, atMost: number): Promise<"added" | "full">;
  /** Beyond so many the oldest of the system's own gives way; where there is none, nothing is added. */
  addSystem(comment: AlarmComment, atMost: number): Promise<void>;
  find(alarm: AlarmId, id: AlarmCommentId): Promise<ListedComment | undefined>;
  update(comment: AlarmComment): Promise<void>;
  page(alarm: AlarmId, descending: boolean, page: PageRequest): Promise<Page<ListedComment>>;
}
