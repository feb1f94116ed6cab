import type { CommandId, DeviceId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What a device is asked to do [CMD2]. */
export type CommandBody =
  | { readonly type: "LIST_FILES"; readonly startTime: EpochMs; readonly endTime: EpochMs; readonly tag: string }
  | { readonly type: "REQUEST_FILE"; readonly name: string; readonly tag: string }
  | { readonly type: "SCRIPT"; readonly text: string }
  | { readonly type: "SCPI"; readonly target: "dev" | "app"; readonly text: string }
  /** `params` is JSON text. `oneway`: done when the device has it, no answer is expected. */
  | { readonly type: "RPC"; readonly method: string; readonly params: string; readonly oneway: boolean };

export type CommandType = CommandBody["type"];

export type CommandStatus = "QUEUED" | "SENT" | "DONE" | "FAILED" | "EXPIRED" | "CANCELLED";

export interface Command {
  readonly id: CommandId;
  readonly deviceId: DeviceId;
  /** 1 … 2^31−1, unique among what the device may still answer [CMD3]. */
  readonly messageId: number;
  readonly body: CommandBody;
  readonly status: CommandStatus;
  readonly createdTime: EpochMs;
  /** The user name of whoever queued it. */
  readonly createdBy: string;
  readonly sentTime: EpochMs | null;
  readonly answeredTime: EpochMs | null;
  /** Not handed out after this; null: waits for ever. */
  readonly expiresTime: EpochMs | null;
  /** How long an answer may take; null: the installation's time. */
  readonly timeoutMs: number | null;
  /** How often it was handed out. */
  readonly attempts: number;
  readonly answer: string | null;
  readonly error: string | null;
}

export type NewCommand = Pick<
  Command,
  "id" | "deviceId" | "body" | "createdTime" | "createdBy" | "expiresTime" | "timeoutMs"
>;

export interface CommandAnswer {
  /** False: the device says that it could not. */
  readonly succeeded: boolean;
  readonly text: string;
}

/** Asking twice for the same list or file is one command while the first one waits; others are never merged [CMD3]. */
export const mergeKeyOf = (body: CommandBody): string | null =>
  body.type === "LIST_FILES" || body.type === "REQUEST_FILE" ? JSON.stringify(body) : null;
