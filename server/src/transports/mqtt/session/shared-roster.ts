import type { ClusterOfNode } from "../../../core/cluster/index.ts";
import { bytesOf, dataIn } from "../../../core/node-line/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type Arrival, Arrivals, isNewer } from "./arrivals.ts";
import { CalledElsewhere } from "./called-elsewhere.ts";
import type { Listening, LocalRoster, Roster, Seat } from "./roster.ts";

const entering = { name: "mqtt-entering", version: 1 } as const;
const displacing = { name: "mqtt-displacing", version: 1 } as const;

/** A connection of the device at another node. */
interface Told {
  readonly clientId: string;
  /** Left out by nodes of older releases. */
  readonly at?: number;
  /** Whether the device listens for calls at that node. */
  readonly isCalled?: boolean;
}

type Elsewhere = Told & Arrival;

interface Asked {
  readonly device: DeviceId;
  readonly clientIds: readonly string[];
  /** Whoever came before gives way; left out by nodes of older releases. */
  readonly at?: number;
}

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
  readonly #arrivals: Arrivals;
  /** A connection with this name came at another node, and nobody with it is here any more. */
  onTakenUp: (device: DeviceId, clientId: string) => void = () => undefined;

  constructor(
    local: LocalRoster,
    cluster: Pick<ClusterOfNode, "line" | "owners" | "self">,
    atMost: number,
    onTrouble: (error: unknown) => void,
  ) {
    [this.#local, this.#cluster, this.#atMost, this.#onTrouble] = [local, cluster, atMost, onTrouble];
    this.#called = new CalledElsewhere(local, cluster);
    this.#arrivals = new Arrivals(cluster.self.node);
    cluster.line.answer(entering, async ({ body, from }) => {
      const asked = dataIn<Asked>(body);
      if (await this.#giveWay(asked, from)) for (const id of asked.clientIds) this.onTakenUp(asked.device, id);
      return bytesOf(this.#here(asked.device));
    });
    cluster.line.hear(displacing, ({ body }) => this.#leave(dataIn(body)));
  }

  async enter(seat: Seat): Promise<void> {
    const elsewhere = await this.#arrivals.during(seat, async (arrival) => {
      const [told] = await Promise.all([this.#askOthers(seat, arrival), this.#local.enter(seat)]);
      return told;
    });
    for (const { node, isCalled } of elsewhere) if (isCalled) this.#called.learn(seat.deviceId, node);
    this.#makeRoom(seat, elsewhere);
  }

  #here(device: DeviceId): readonly Told[] {
    const isCalled = this.#local.calledSince(device) !== undefined;
    return this.#local.of(device).map((seat) => ({
      clientId: seat.clientId,
      at: this.#arrivals.of(seat).at,
      isCalled,
    }));
  }

  /** To a connection at another node; of two that come at the same moment the newer one stays. Whether nobody did. */
  async #giveWay({ device, clientIds, at = Number.POSITIVE_INFINITY }: Asked, node: string): Promise<boolean> {
    if (Number.isFinite(at)) this.#arrivals.heard(at);
    const named = this.#local.of(device).filter(({ clientId }) => clientIds.includes(clientId));
    const seats = named.filter((seat) => !this.#arrivals.stays(seat, { at, node }));
    await Promise.all(seats.map((seat) => seat.displace()));
    return seats.length === named.length;
  }

  /** Those that came by then: one with the same name that came since stays. */
  #leave({ device, clientIds, at = Number.POSITIVE_INFINITY }: Asked): void {
    const named = this.#local.of(device).filter(({ clientId }) => clientIds.includes(clientId));
    for (const seat of named) if (this.#arrivals.of(seat).at <= at) void seat.displace();
  }

  async #askOthers({ deviceId, clientId }: Seat, { at }: Arrival): Promise<readonly Elsewhere[]> {
    const { line, owners, self } = this.#cluster;
    const others = owners.members.filter((node) => node !== self.node);
    const asked = bytesOf({ device: deviceId, clientIds: [clientId], at } satisfies Asked);
    const answers = others.map(async (node) => {
      try {
        return dataIn<Told[]>(await line.ask(node, entering, asked)).map((told) => ({
          ...told,
          at: told.at ?? 0,
          node,
        }));
      } catch (error) {
        this.#onTrouble(error);
        return [];
      }
    });
    return (await Promise.all(answers)).flat();
  }

  /** The oldest give way, wherever they are; this one, too, to a newer one with its name, or when it is among them. */
  #makeRoom(seat: Seat, elsewhere: readonly Elsewhere[]): void {
    for (const { at } of elsewhere) this.#arrivals.heard(at);
    const own = this.#arrivals.of(seat);
    if (elsewhere.some((other) => other.clientId === seat.clientId && isNewer(other, own))) return void seat.displace();
    const here = this.#local.of(seat.deviceId).map((one) => ({ seat: one, ...this.#arrivals.of(one) }));
    const all = [...here, ...elsewhere].sort((a, b) => (isNewer(a, b) ? 1 : -1));
    for (const one of all.slice(0, Math.max(0, all.length - this.#atMost))) {
      if ("seat" in one) void one.seat.displace();
      else this.#tellToLeave(seat.deviceId, one);
    }
  }

  #tellToLeave(device: DeviceId, { clientId, node, at }: Elsewhere): void {
    this.#cluster.line.tell(node, displacing, bytesOf({ device, clientIds: [clientId], at } satisfies Asked));
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
