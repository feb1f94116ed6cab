import type { CommandId, DeviceId, MqttSessionId } from "../../kernel/ids.ts";
import type { PageRequest } from "../../kernel/paging.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Command, CommandAnswer, CommandStatus, CommandType, NewCommand } from "./command.ts";

export interface CommandQuery {
  readonly deviceId: DeviceId;
  readonly status: CommandStatus | undefined;
  readonly type: CommandType | undefined;
}

export interface TakeRequest {
  readonly deviceId: DeviceId;
  readonly types: readonly CommandType[];
  readonly limit: number;
  readonly now: EpochMs;
  /** For commands that have no time of their own. */
  readonly timeoutMs: number;
  /** The session that sends them again until the device acknowledges them; without, they go out once. */
  readonly session?: MqttSessionId | undefined;
}

export interface WaitingFor {
  readonly deviceId: DeviceId;
  readonly type: CommandType;
}

export type AddOutcome =
  | { readonly outcome: "queued"; readonly command: Command }
  | { readonly outcome: "merged"; readonly command: Command }
  | { readonly outcome: "no-such-device" }
  | { readonly outcome: "full" };

/** One durable queue per device [CMD2]. Every change is durable once resolved and happens once, whoever else tries. */
export interface CommandStore {
  /** Queues with the device's next message id, or finds the equal one that waits; at most `waitingAtMost` wait. */
  add(command: NewCommand, waitingAtMost: number): Promise<AddOutcome>;
  /** Who has something waiting, and of which type. */
  waiting(): Promise<readonly WaitingFor[]>;
  /** Hands out, oldest first: SENT before this resolves, so never twice. */
  take(request: TakeRequest): Promise<readonly Command[]>;
  /** Handed out for this session, not acknowledged and not closed otherwise; oldest first. */
  unacknowledged(device: DeviceId, session: MqttSessionId): Promise<readonly Command[]>;
  /** They were handed out and never left: they wait as if they had not been taken. Returns those that do. */
  putBack(device: DeviceId, messageIds: readonly number[]): Promise<readonly Command[]>;
  /** The device answered; the command as it is then, or undefined when it has none of these types with this id. */
  answer(
    device: DeviceId,
    messageId: number,
    types: readonly CommandType[],
    answer: CommandAnswer,
    now: EpochMs,
  ): Promise<Command | undefined>;
  /** The device has it. Closes what expects no answer. */
  delivered(device: DeviceId, messageId: number, now: EpochMs): Promise<Command | undefined>;
  /** It can never reach the device: FAILED with the reason. */
  fail(device: DeviceId, messageId: number, reason: string, now: EpochMs): Promise<Command | undefined>;
  /** The answer is on its way: it may come until then. */
  extend(device: DeviceId, messageId: number, until: EpochMs): Promise<void>;
  cancel(device: DeviceId, id: CommandId, now: EpochMs): Promise<Command | "finished" | "not-found">;
  /** The clock was set: answers may take as long as before. */
  shiftTimeouts(byMs: number): Promise<void>;
  /** What is out has its whole time once more, `timeoutMs` where it has none of its own. */
  renewTimeouts(now: EpochMs, timeoutMs: number): Promise<void>;
  /** Closes or requeues what is overdue; returns what changed. */
  sweep(now: EpochMs): Promise<readonly Command[]>;
  /** The newest with this message id. */
  findByMessageId(device: DeviceId, messageId: number): Promise<Command | undefined>;
  find(device: DeviceId, id: CommandId): Promise<Command | undefined>;
  /** Newest first. */
  page(query: CommandQuery, page: PageRequest): Promise<readonly Command[]>;
  count(query: CommandQuery): Promise<number>;
  stream(query: CommandQuery): AsyncIterable<readonly Command[]>;
  /** Forgets what was finished before. */
  removeFinished(before: EpochMs): Promise<number>;
}
