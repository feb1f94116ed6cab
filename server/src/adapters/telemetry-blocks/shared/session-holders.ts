import { type Owners, shardOf } from "../../../core/cluster/index.ts";
import type { DeviceId, MqttSessionId } from "../../../kernel/ids.ts";
import { sessionElsewhere } from "../errors.ts";

/** Sessions remembered; for one that is forgotten its record is read. */
const rememberedAtMost = 100_000;

interface Holder {
  readonly node: string;
  /** Of the shard: while it was elsewhere the session may have been taken up by another node. */
  readonly epoch: number;
}

/**
 * At which node each session is, as the owner of its device knows it. A node that stood still finds messages in its sockets whose
 * session another one has taken up since, and which the device has sent again there: they are refused [CLU3, MQ7].
 */
export class SessionHolders {
  readonly #owners: Pick<Owners, "epochOf">;
  readonly #holders = new Map<MqttSessionId, Holder>();
  /** As the record of the session says; undefined when there is none. */
  recorded: (session: MqttSessionId) => Promise<string | undefined> = async () => undefined;

  constructor(owners: Pick<Owners, "epochOf">) {
    this.#owners = owners;
  }

  /** From now on only this node brings messages of the session. */
  took(session: MqttSessionId, device: DeviceId, node: string): void {
    this.#holders.delete(session);
    this.#holders.set(session, { node, epoch: this.#owners.epochOf(shardOf(device)) });
    const oldest = this.#holders.keys().next();
    if (this.#holders.size > rememberedAtMost && !oldest.done) this.#holders.delete(oldest.value);
  }

  #known(session: MqttSessionId, device: DeviceId): string | undefined {
    const holder = this.#holders.get(session);
    return holder?.epoch === this.#owners.epochOf(shardOf(device)) ? holder.node : undefined;
  }

  /** What there is to wait for before `require`, if anything. */
  learn(session: MqttSessionId, device: DeviceId): Promise<void> | undefined {
    return this.#known(session, device) === undefined ? this.#learn(session, device) : undefined;
  }

  async #learn(session: MqttSessionId, device: DeviceId): Promise<void> {
    const node = await this.recorded(session);
    if (node !== undefined && this.#known(session, device) === undefined) this.took(session, device, node);
  }

  /** In the same breath as the append: whoever takes the session up waits for what is under way then. */
  require(session: MqttSessionId, device: DeviceId, node: string): void {
    const holder = this.#known(session, device);
    if (holder !== undefined && holder !== node) throw sessionElsewhere();
  }
}
