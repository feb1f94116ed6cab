import { type Owners, shardOf } from "../../../core/cluster/index.ts";
import type { Arrived, Receipt, ReceiptLog } from "../../../core/telemetry/index.ts";
import type { DeviceId, MqttSessionId } from "../../../kernel/ids.ts";
import { monotonicMs } from "../../../kernel/time.ts";
import { positionsPerEpoch } from "../limits.ts";
import { SessionHolders } from "./session-holders.ts";

/** What the node itself has in its log; `requireHere` throws while a device is not served here. */
type OwnLog = Pick<ReceiptLog, "unsaved" | "saved" | "arrived"> & { requireHere(device: DeviceId): void };

/** Who asks has read the record of the session before: longer than a question may take, it may be from before the shard came. */
const newForMs = 60_000;

/**
 * Receipts of QoS 2 messages, with positions that grow for each session also when its device changes hands: each member counts
 * its log by itself, and a shard's epoch counts up with every hand [MQ7].
 */
export class ExposedReceipts {
  readonly #log: OwnLog;
  readonly #owners: Pick<Owners, "epochOf">;
  readonly holders: SessionHolders;
  /** When shards came here, of the last ones. */
  readonly #cameAt = new Map<number, number>();
  /** Of whose receipts something may be in the log. */
  #devices = new Map<MqttSessionId, DeviceId>();

  constructor(log: OwnLog, owners: Pick<Owners, "epochOf">) {
    this.#log = log;
    this.#owners = owners;
    this.holders = new SessionHolders(owners);
  }

  /** A message that this node brings is about to be stored here. */
  comes(session: MqttSessionId, device: DeviceId, node: string): void {
    this.holders.require(session, device, node);
    this.#devices.set(session, device);
  }

  /** Their receipts, of a node that is gone, were noted just now. */
  came(shards: readonly number[]): void {
    for (const shard of shards) this.#cameAt.set(shard, monotonicMs());
  }

  exposed(position: number, device: DeviceId): number {
    return this.#owners.epochOf(shardOf(device)) * positionsPerEpoch + position;
  }

  /**
   * For a node that has taken the session up. A shard that is coming is ours before the receipts of the one that is gone are noted:
   * who asks then has to ask again, or the message that they are of would be taken for a new one.
   */
  async arrived(session: MqttSessionId, device: DeviceId, node: string): Promise<Arrived> {
    this.#log.requireHere(device);
    this.holders.took(session, device, node);
    const { wasUnderWay, receipts } = await this.#log.arrived(session, device);
    const isNew = monotonicMs() - (this.#cameAt.get(shardOf(device)) ?? Number.NEGATIVE_INFINITY) < newForMs;
    return { wasUnderWay: wasUnderWay || isNew, receipts: receipts.map((receipt) => this.#exposedOf(receipt, device)) };
  }

  #exposedOf(receipt: Readonly<Receipt>, device: DeviceId): Readonly<Receipt> {
    return { ...receipt, position: this.exposed(receipt.position, device) };
  }

  unsaved(which: Parameters<ReceiptLog["unsaved"]>[0]): readonly Readonly<Receipt>[] {
    const unsaved = this.#log.unsaved(which);
    const known = unsaved.flatMap((receipt) => {
      const device = this.#devices.get(receipt.session);
      return device === undefined ? [] : [this.#exposedOf(receipt, device)];
    });
    if ("olderThanMs" in which) this.#tidy();
    return known;
  }

  #tidy(): void {
    const open = new Set(this.#log.unsaved({ olderThanMs: 0 }).map(({ session }) => session));
    const kept = [...this.#devices].filter(([session]) => open.has(session));
    if (kept.length < this.#devices.size / 2) this.#devices = new Map(kept);
  }

  /** Of an earlier hand nothing is in this log. */
  saved(session: MqttSessionId, position: number): void {
    const device = this.#devices.get(session);
    if (device === undefined) return;
    const own = position - this.exposed(0, device);
    if (own > 0) this.#log.saved(session, own);
  }
}
