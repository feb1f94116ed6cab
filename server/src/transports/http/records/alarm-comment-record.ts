import type { AlarmCommentRecord } from "@heliograph/contract";
import type { ListedComment } from "../../../core/alarms/index.ts";

export const commentRecordOf = ({
  id,
  createdTime,
  alarmId,
  userId,
  kind,
  body,
  user,
}: ListedComment): AlarmCommentRecord => ({
  id: { id },
  createdTime,
  alarmId: { entityType: "ALARM", id: alarmId },
  userId: userId && { entityType: "USER", id: userId },
  type: kind,
  comment: { ...body },
  name: body.text,
  email: user?.username ?? null,
  firstName: user?.firstName ?? null,
  lastName: user?.lastName ?? null,
});
