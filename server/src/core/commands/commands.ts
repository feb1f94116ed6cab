import { ClockSteps } from "../../kernel/clock-steps.ts";
import { type CommandId, type DeviceId, type MqttSessionId, newId, type TenantId } from "../../kernel/ids.ts";
import { offsetOf, type Page, type PageRequest, pageOf } from "../../kernel/paging.ts";
import { type Clock, type EpochMs, epochMs, monotonicMs } from "../../kernel/time.ts";
import type { Audit, AuditedAct } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { deviceNotFound } from "../devices/index.ts";
import type { EventBus } from "../events/index.ts";
import type { Command, CommandAnswer, CommandBody, CommandType } from "./command.ts";
import type { CommandQuery, CommandStore } from "./command-store.ts";
import { commandFinished, commandNotFound, commandQueueFull } from "./errors.ts";
import { WaitingCommands } from "./waiting-commands.ts";

export interface CommandLimits {
  /** How long an answer may take, unless the command says otherwise. */
  readonly answerTimeoutMs: number;
  readonly waitingPerDevice: number;
}

interface Target {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  /** For the audit log. */
  readonly name?: string;
}

interface CommandParts {
  readonly store: CommandStore;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly monotonic?: () => number;
  /** What is queued together with other things waits only when all of that is stored. */
  readonly transactions?: Pick<Transactions, "afterCommit">;
}

export interface CommandOptions {
  readonly createdBy: string;
  readonly expiresTime?: EpochMs;
  readonly timeoutMs?: number;
}

/** What an answer is to where nothing else is said. */
const calls: readonly CommandType[] = ["RPC"];

/** Commands to devices: queued here, handed out by whichever transport the device comes by. */
export class Commands {
  readonly #store: CommandStore;
  readonly #events: EventBus;
  readonly #limits: CommandLimits;
  readonly #clock: Clock;
  readonly #waiting: WaitingCommands;
  readonly #steps: ClockSteps;
  readonly #audit: Audit;
  readonly #transactions: Pick<Transactions, "afterCommit">;

  constructor(parts: CommandParts, limits: CommandLimits) {
    const { store, events, audit, clock, monotonic = monotonicMs, transactions = atOnce } = parts;
    this.#transactions = transactions;
    this.#audit = audit;
    this.#steps = new ClockSteps(clock, monotonic);
    this.#store = store;
    this.#waiting = new WaitingCommands(store);
    this.#events = events;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Once, before devices come, on a node that has its store for itself: from here on it remembers what waits. */
  rememberWaiting(): Promise<void> {
    return this.#waiting.load();
  }

  /**
   * Once, before devices come: nobody could answer a node that was away, and the clock may have been set meanwhile, which
   * no later step can tell. What is out when a node starts has its time anew [CMD2, RUN12].
   */
  awaitAnew(): Promise<void> {
    return this.#store.renewTimeouts(this.#clock(), this.#limits.answerTimeoutMs);
  }

  async queue(device: Target, body: CommandBody, options: CommandOptions): Promise<Command> {
    const act = queueing(device, body);
    const added = await this.#audit.change(act, () => this.#add(device, body, options));
    this.#transactions.afterCommit(() => this.#waiting.add(device.id, body.type));
    if (added.outcome === "queued") this.#announceQueued(device, body.type);
    return added.command;
  }

  /** What was queued came to nothing while its caller waited: that is on record, too [AUD1]. */
  async cameToNothing(device: Target, body: CommandBody, reason: string): Promise<void> {
    await this.#audit.refused(queueing(device, body), reason);
  }

  async #add(device: Target, body: CommandBody, options: CommandOptions) {
    const added = await this.#store.add(
      {
        id: newId<CommandId>(),
        deviceId: device.id,
        body,
        createdTime: this.#clock(),
        createdBy: options.createdBy,
        expiresTime: options.expiresTime ?? null,
        timeoutMs: options.timeoutMs ?? null,
      },
      this.#limits.waitingPerDevice,
    );
    if (added.outcome === "no-such-device") throw deviceNotFound(device.id);
    if (added.outcome === "full") throw commandQueueFull(this.#limits.waitingPerDevice);
    return added;
  }

  /** False: nothing of these types waits for the device, and nobody need ask. */
  mayHave(deviceId: DeviceId, types: readonly CommandType[]): boolean {
    return this.#waiting.mayHave(deviceId, types);
  }

  /** For transports: what goes out now; each is marked as sent before this resolves. */
  async take(
    deviceId: DeviceId,
    types: readonly CommandType[],
    limit: number,
    session?: MqttSessionId,
  ): Promise<readonly Command[]> {
    if (!this.mayHave(deviceId, types)) return [];
    const request = { deviceId, types, limit, now: this.#clock(), timeoutMs: this.#limits.answerTimeoutMs, session };
    const taken = await this.#waiting.ask(deviceId, types, () => this.#store.take(request));
    this.#announce(taken);
    return taken;
  }

  /** For transports: what was sent in this session and not acknowledged goes out again: still the same sending [CMD2]. */
  unacknowledged(deviceId: DeviceId, session: MqttSessionId): Promise<readonly Command[]> {
    return this.#store.unacknowledged(deviceId, session);
  }

  /** For transports: these were taken and never left; they wait for the next contact [CMD2]. */
  async putBack(device: Target, messageIds: readonly number[]): Promise<void> {
    const waiting = await this.#store.putBack(device.id, messageIds);
    this.#announce(waiting);
    for (const type of new Set(waiting.map(({ body }) => body.type))) this.#announceQueued(device, type);
  }

  /**
   * The device's answer; undefined when it has no such command. Each kind of answer closes the commands it can be an
   * answer to: the list a device brings with the number of a call or of a file ends neither.
   */
  async answer(
    device: DeviceId,
    messageId: number,
    answer: CommandAnswer,
    types: readonly CommandType[] = calls,
  ): Promise<Command | undefined> {
    const command = await this.#store.answer(device, messageId, types, answer, this.#clock());
    if (command) this.#announce([command]);
    return command;
  }

  async delivered(device: DeviceId, messageId: number): Promise<void> {
    const command = await this.#store.delivered(device, messageId, this.#clock());
    if (command) this.#announce([command]);
  }

  /** It was taken and can never reach the device. */
  async undeliverable(device: DeviceId, messageId: number, reason: string): Promise<void> {
    const command = await this.#store.fail(device, messageId, reason, this.#clock());
    if (command) this.#announce([command]);
  }

  /** The answer is arriving; another timeout from now. */
  extend(device: DeviceId, messageId: number): Promise<void> {
    return this.#store.extend(device, messageId, epochMs(this.#clock() + this.#limits.answerTimeoutMs));
  }

  async cancel(device: Target, id: CommandId): Promise<Command> {
    const { id: deviceId, tenantId, name = null } = device;
    const entity = { type: "DEVICE", id: deviceId, name } as const;
    const cancelled = await this.#audit.change({ action: "COMMAND_CANCELLED", tenantId, entity }, async (notes) => {
      const outcome = await this.#store.cancel(deviceId, id, this.#clock());
      if (outcome === "not-found") throw commandNotFound(id);
      if (outcome === "finished") throw commandFinished(id);
      notes.facts({ type: outcome.body.type, commandId: id });
      return outcome;
    });
    this.#announce([cancelled]);
    return cancelled;
  }

  findByMessageId(device: DeviceId, messageId: number): Promise<Command | undefined> {
    return this.#store.findByMessageId(device, messageId);
  }

  async require(device: DeviceId, id: CommandId): Promise<Command> {
    const command = await this.#store.find(device, id);
    if (!command) throw commandNotFound(id);
    return command;
  }

  async list(query: CommandQuery, page: PageRequest): Promise<Page<Command>> {
    const total = await this.#store.count(query);
    const found = offsetOf(page) >= total ? [] : await this.#store.page(query, page);
    return pageOf(found, total, page);
  }

  stream(query: CommandQuery): AsyncIterable<readonly Command[]> {
    return this.#store.stream(query);
  }

  /** Now and then: what got no answer in time, and what is no longer wanted. Setting the clock shortens nobody's time. */
  async sweep(): Promise<void> {
    const step = this.#steps.take();
    if (step !== 0) await this.#store.shiftTimeouts(step);
    this.#announce(await this.#store.sweep(this.#clock()));
  }

  removeFinished(olderThanMs: number): Promise<number> {
    return this.#store.removeFinished(epochMs(this.#clock() - olderThanMs));
  }

  #announceQueued({ id: deviceId, tenantId }: Target, type: CommandType): void {
    this.#events.publish("command-queued", { tenantId, deviceId, type });
  }

  #announce(commands: readonly Command[]): void {
    for (const { id, deviceId, status, body } of commands) {
      if (status === "QUEUED") this.#waiting.add(deviceId, body.type); // asked for once more
      this.#events.publish("command-changed", { commandId: id, deviceId, status });
    }
  }
}

const atOnce = { afterCommit: (tell: () => void) => tell() };

/** Scripts and parameters may hold anything, secrets too: the log names what was queued, the queue itself has the rest. */
const queueing = ({ id, tenantId, name }: Target, body: CommandBody): AuditedAct => ({
  action: body.type === "RPC" ? "RPC_CALL" : "COMMAND_QUEUED",
  tenantId,
  entity: { type: "DEVICE", id, name: name ?? null },
  facts: { type: body.type, ...("method" in body && { method: body.method }) },
});
