import type { DeviceId } from "../../kernel/ids.ts";
import type { CommandType } from "./command.ts";
import type { CommandStore } from "./command-store.ts";

/**
 * For which devices something may wait. Most devices that call have nothing to do: they are answered without asking
 * the store. Where every command is queued through this node, what is not remembered does not wait; what is remembered
 * may be gone by now, and the store knows.
 */
export class WaitingCommands {
  readonly #store: Pick<CommandStore, "waiting">;
  readonly #types = new Map<DeviceId, Set<CommandType>>();
  /** Counts what was queued: an answer of the store that was asked before may be out of date. */
  #queued = 0;
  #isLoaded = false;

  constructor(store: Pick<CommandStore, "waiting">) {
    this.#store = store;
  }

  /** What waited when the last run ended. Until this is done, something may wait for everybody. */
  async load(): Promise<void> {
    for (const { deviceId, type } of await this.#store.waiting()) this.add(deviceId, type);
    this.#isLoaded = true;
  }

  /** It is in the store. */
  add(device: DeviceId, type: CommandType): void {
    this.#queued++;
    const types = this.#types.get(device) ?? new Set();
    this.#types.set(device, types.add(type));
  }

  mayHave(device: DeviceId, types: readonly CommandType[]): boolean {
    if (!this.#isLoaded) return true;
    const waiting = this.#types.get(device);
    return waiting !== undefined && types.some((type) => waiting.has(type));
  }

  /** Asks the store, and forgets what it does not have. */
  async ask<T>(
    device: DeviceId,
    types: readonly CommandType[],
    take: () => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const before = this.#queued;
    const taken = await take();
    if (taken.length === 0 && before === this.#queued) this.#forget(device, types);
    return taken;
  }

  #forget(device: DeviceId, types: readonly CommandType[]): void {
    const waiting = this.#types.get(device);
    for (const type of types) waiting?.delete(type);
    if (waiting?.size === 0) this.#types.delete(device);
  }
}
