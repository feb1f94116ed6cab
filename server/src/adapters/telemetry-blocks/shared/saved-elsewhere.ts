import { type Owners, shardOf } from "../../../core/cluster/index.ts";
import type { NodeLine } from "../../../core/node-line/index.ts";
import type { DeviceId, MqttSessionId } from "../../../kernel/ids.ts";
import { messageOf } from "./sample-codec.ts";
import { topics } from "./topics.ts";

/** Gathered for so long: one message for many sessions. */
const gatherMs = 200;
/** Sessions remembered; the owner of one that is forgotten notes its receipts by itself. */
const rememberedAtMost = 100_000;

/** Tells the owners of devices which receipts their sessions, which are connected here, have noted. What gets lost costs a little work there. */
export class SavedElsewhere {
  readonly #line: Pick<NodeLine, "tell">;
  readonly #owners: Pick<Owners, "of">;
  readonly #devices = new Map<MqttSessionId, DeviceId>();
  #saved = new Map<MqttSessionId, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(line: Pick<NodeLine, "tell">, owners: Pick<Owners, "of">) {
    this.#line = line;
    this.#owners = owners;
  }

  comes(session: MqttSessionId, device: DeviceId): void {
    this.#devices.delete(session);
    this.#devices.set(session, device);
    if (this.#devices.size <= rememberedAtMost) return;
    const oldest = this.#devices.keys().next();
    if (!oldest.done) this.#devices.delete(oldest.value);
  }

  saved(session: MqttSessionId, position: number): void {
    if (!this.#devices.has(session)) return;
    this.#saved.set(session, Math.max(position, this.#saved.get(session) ?? 0));
    this.#timer ??= setTimeout(() => this.#tell(), gatherMs).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    const told = [...this.#saved].flatMap(([session, position]) => {
      const device = this.#devices.get(session);
      const owner = device === undefined ? undefined : this.#owners.of(shardOf(device));
      return device === undefined || owner === undefined ? [] : [{ owner, session, device, position }];
    });
    this.#saved = new Map();
    for (const [owner, some] of Map.groupBy(told, ({ owner }) => owner)) {
      const body = some.map(({ session, device, position }) => [
        session,
        device,
        Number.isFinite(position) ? position : null,
      ]);
      this.#line.tell(owner, topics.saved, messageOf(body));
    }
  }
}
