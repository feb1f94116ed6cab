import { type Static, Type } from "typebox";
import { entityId, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { freeText } from "../text.ts";
import { Timestamp } from "../time.ts";

/** What a comment of the system is about, for those who write it in another language. */
export const alarmCommentSubtypes = [
  "SEVERITY_CHANGED",
  "ACK",
  "CLEAR",
  "ASSIGN",
  "UNASSIGN",
  "SHELVED",
  "UNSHELVED",
  "COMMENT_DELETED",
] as const;
export type AlarmCommentSubtype = (typeof alarmCommentSubtypes)[number];

export const alarmCommentMaxLength = 4_096;

const CommentId = Type.Object({ id: Uuid }, { description: "Id of a comment" });
const CommentBody = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  description: "`text`, and with it `edited` and `editedOn` of a changed one, `subtype` and its facts of the system's",
  examples: [{ text: "The fan is replaced at three." }],
});

/** Of a person (OTHER), or of the system about what happened (SYSTEM). */
export const AlarmCommentRecord = Type.Object({
  id: CommentId,
  createdTime: Timestamp,
  alarmId: entityId("ALARM"),
  userId: nullable(entityId("USER")),
  type: Type.Enum(["SYSTEM", "OTHER"], { examples: ["OTHER"] }),
  comment: CommentBody,
  name: Type.String({ description: "The text again", examples: ["The fan is replaced at three."] }),
  email: nullable(Type.String({ description: "The user name", examples: ["lab@example.org"] })),
  firstName: nullable(Type.String({ examples: ["Ada"] })),
  lastName: nullable(Type.String({ examples: ["Lovelace"] })),
});
export type AlarmCommentRecord = Static<typeof AlarmCommentRecord>;

/** With an id it changes one's own comment. */
export const AlarmCommentInput = Type.Object({
  id: Type.Optional(CommentId),
  comment: Type.Object({
    text: Type.String({
      ...freeText("The comment", "The fan is replaced at three.", alarmCommentMaxLength),
      minLength: 1,
    }),
  }),
});

export const AlarmCommentQuery = Type.Object({
  ...pageQuery,
  sortProperty: Type.Optional(Type.Enum(["createdTime"], { default: "createdTime", examples: ["createdTime"] })),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "DESC", examples: ["DESC"] })),
});
