import type { ClusterOfNode } from "../../../core/cluster/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { CalledElsewhere } from "./called-elsewhere.ts";
import type { Listening, LocalRoster, Roster, Seat } from "./roster.ts";

const entering = { name: "mqtt-entering", version: 1 } as const;
const displacing = { name: "mqtt-displacing", version: 1 } as const;

/** A connection of the device somewhere. */
interface Elsewhere {
  readonly clientId: string;
  readonly ageMs: number;
  readonly node: string;
  /** Whether the device listens for calls at that node. */
  readonly isCalled?: boolean;
}

interface Asked {
  readonly device: DeviceId;
  readonly clientIds: readonly string[];
}

const bytesOf = (data: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(data));
const dataIn = <T>(body: Uint8Array): T => JSON.parse(new TextDecoder().decode(body)) as T;

/**
 * Who is connected, over all nodes: a newer connection takes over from one with its name wherever that is, and a device has only so
 * many of them altogether [MQ7, CLU2]. A node that does not answer is no obstacle: what it left is taken up from the database, and what it
 * still does in the name of a session that is another's now is passed over there.
 */
export class SharedRoster implements Roster {
  readonly #local: LocalRoster;
  readonly #cluster: Pick<ClusterOfNode, "line" | "owners" | "self">;
  readonly #atMost: number;
  readonly #onTrouble: (error: unknown) => void;
  readonly #called: CalledElsewhere;

  constructor(
    local: LocalRoster,
    cluster: Pick<ClusterOfNode, "line" | "owners" | "self">,
    atMost: number,
    onTrouble: (error: unknown) => void,
  ) {
    [this.#local, this.#cluster, this.#atMost, this.#onTrouble] = [local, cluster, atMost, onTrouble];
    this.#called = new CalledElsewhere(local, cluster);
    cluster.line.answer(entering, async ({ body }) => {
      const asked = dataIn<Asked>(body);
      await this.#displace(asked);
      const left = local.agesOf(asked.device);
      const isCalled = local.calledSince(asked.device) !== undefined;
      return bytesOf(left.map(({ seat: { clientId }, ageMs }) => ({ clientId, ageMs, isCalled })));
    });
    cluster.line.hear(displacing, ({ body }) => void this.#displace(dataIn(body)));
  }

  async enter(seat: Seat): Promise<void> {
    const [elsewhere] = await Promise.all([this.#askOthers(seat), this.#local.enter(seat)]);
    for (const { node, isCalled } of elsewhere) if (isCalled) this.#called.learn(seat.deviceId, node);
    this.#makeRoom(seat, elsewhere);
  }

  async #displace({ device, clientIds }: Asked): Promise<void> {
    const seats = this.#local.of(device).filter(({ clientId }) => clientIds.includes(clientId));
    await Promise.all(seats.map((seat) => seat.displace()));
  }

  async #askOthers({ deviceId, clientId }: Seat): Promise<readonly Elsewhere[]> {
    const { line, owners, self } = this.#cluster;
    const others = owners.members.filter((node) => node !== self.node);
    const asked = bytesOf({ device: deviceId, clientIds: [clientId] } satisfies Asked);
    const answers = others.map(async (node) => {
      try {
        return dataIn<Omit<Elsewhere, "node">[]>(await line.ask(node, entering, asked)).map((one) => ({
          ...one,
          node,
        }));
      } catch (error) {
        this.#onTrouble(error);
        return [];
      }
    });
    return (await Promise.all(answers)).flat();
  }

  /** The oldest give way, wherever they are. */
  #makeRoom({ deviceId, clientId }: Seat, elsewhere: readonly Elsewhere[]): void {
    const { line, self } = this.#cluster;
    const here = this.#local
      .agesOf(deviceId)
      .map(({ seat, ageMs }) => ({ clientId: seat.clientId, ageMs, node: self.node }));
    const surplus = here.length + elsewhere.length - this.#atMost;
    if (surplus <= 0) return;
    const others = [...here, ...elsewhere].filter((one) => one.clientId !== clientId);
    const oldest = others.sort((a, b) => b.ageMs - a.ageMs).slice(0, surplus);
    for (const { node, clientId: gone } of oldest) {
      const asked: Asked = { device: deviceId, clientIds: [gone] };
      if (node === self.node) void this.#displace(asked);
      else line.tell(node, displacing, bytesOf(asked));
    }
  }

  listens(seat: Seat, to: Listening): Promise<void> {
    return this.#called.during(seat.deviceId, () => this.#local.listens(seat, to));
  }

  async isCalled(seat: Seat): Promise<boolean> {
    return (await this.#local.isCalled(seat)) && this.#called.isHere(seat.deviceId);
  }

  leave(seat: Seat): void {
    const before = this.#local.calledSince(seat.deviceId);
    this.#local.leave(seat);
    this.#called.changed(seat.deviceId, before);
  }
}
