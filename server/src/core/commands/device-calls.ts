import type { AppError } from "../../kernel/errors.ts";
import type { CommandId, DeviceId, TenantId } from "../../kernel/ids.ts";
import { type Clock, epochMs } from "../../kernel/time.ts";
import type { EventBus } from "../events/index.ts";
import type { Command } from "./command.ts";
import { noAnswer } from "./command-states.ts";
import type { Commands } from "./commands.ts";
import { rpcFailed, rpcNoAnswer } from "./errors.ts";

export interface DeviceCall {
  readonly device: { readonly id: DeviceId; readonly tenantId: TenantId };
  readonly method: string;
  /** JSON text. */
  readonly params: string;
  readonly oneway: boolean;
  readonly timeoutMs: number;
  readonly createdBy: string;
}

const finished: readonly string[] = ["DONE", "FAILED", "EXPIRED", "CANCELLED"];

/** Calls that wait for the device while their caller waits for them; the queue is what they travel by. */
export class DeviceCalls {
  readonly #commands: Commands;
  readonly #clock: Clock;
  readonly #waiting = new Map<CommandId, () => void>();

  constructor(commands: Commands, events: EventBus, clock: Clock) {
    this.#commands = commands;
    this.#clock = clock;
    events.subscribe("command-changed", ({ commandId, status }) => {
      if (finished.includes(status)) this.#waiting.get(commandId)?.();
    });
  }

  /** Queues the call and returns at once; it waits for the device until `expiresInMs` have passed. */
  queue(call: DeviceCall, expiresInMs: number | undefined): Promise<Command> {
    const expiry = expiresInMs === undefined ? {} : { expiresTime: epochMs(this.#clock() + expiresInMs) };
    const { device, createdBy, timeoutMs } = call;
    return this.#commands.queue(device, bodyOf(call), { createdBy, timeoutMs, ...expiry });
  }

  /** The device's answer as it sent it, or null for a one-way call; throws when none comes in time. */
  async call(call: DeviceCall): Promise<string | null> {
    const { id } = await this.queue(call, call.timeoutMs);
    await this.#finish(id, call.timeoutMs);
    await this.#commands.sweep(); // its time may be over in this very moment
    const command = await this.#commands.require(call.device.id, id);
    if (command.status === "DONE") return command.answer;
    const failure = failureOf(command);
    await this.#commands.cameToNothing(call.device, bodyOf(call), failure.message);
    throw failure;
  }

  async #finish(id: CommandId, timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, resolve);
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(id);
  }
}

function failureOf({ status, answer, error }: Command): AppError {
  const reason = status === "FAILED" ? (answer ?? error) : noAnswer;
  return reason !== null && reason !== noAnswer ? rpcFailed(reason) : rpcNoAnswer();
}

const bodyOf = ({ method, params, oneway }: DeviceCall) => ({ type: "RPC", method, params, oneway }) as const;
