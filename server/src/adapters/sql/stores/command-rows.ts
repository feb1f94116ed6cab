import { parseJsonText } from "@heliograph/contract/json-text";
import {
  type Command,
  type CommandBody,
  type CommandStatus,
  mergeKeyOf,
  type NewCommand,
} from "../../../core/commands/index.ts";
import type { CommandId, DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

export const newCommandRow = (command: NewCommand, messageId: number): Tables["commands"] => ({
  id: command.id,
  device_id: command.deviceId,
  message_id: messageId,
  type: command.body.type,
  body: JSON.stringify(command.body),
  merge_key: mergeKeyOf(command.body),
  status: "QUEUED",
  created_time: command.createdTime,
  created_by: command.createdBy,
  sent_time: null,
  answered_time: null,
  finished_time: null,
  expires_time: command.expiresTime,
  answer_by: null,
  timeout_ms: command.timeoutMs,
  attempts: 0,
  answer: null,
  error: null,
  session_id: null,
});

const timeOf = (time: number | null): EpochMs | null => (time === null ? null : epochMs(time));

export const commandOf = (row: Tables["commands"]): Command => ({
  id: row.id as CommandId,
  deviceId: row.device_id as DeviceId,
  messageId: row.message_id,
  body: parseJsonText(row.body) as CommandBody,
  status: row.status as CommandStatus,
  createdTime: epochMs(row.created_time),
  createdBy: row.created_by,
  sentTime: timeOf(row.sent_time),
  answeredTime: timeOf(row.answered_time),
  expiresTime: timeOf(row.expires_time),
  timeoutMs: row.timeout_ms,
  attempts: row.attempts,
  answer: row.answer,
  error: row.error,
});

/** The order of the queue: as they were queued. */
export const byAge = (a: Command, b: Command): number => a.createdTime - b.createdTime || a.messageId - b.messageId;
