import type { IConnectPacket, Packet } from "mqtt-packet";
import { connectPacket, RawMqtt, type Version } from "../../support/raw-mqtt.ts";

const keptForSeconds = 86_400;

export const keptSession = (clientId: string, version: Version): Partial<IConnectPacket> => ({
  clientId,
  clean: false,
  ...(version === 5 && { properties: { sessionExpiryInterval: keptForSeconds } }),
});

export const packetIdOf = (number: number): number => ((number - 1) % 65_535) + 1;

/** The server is unavailable, or busy: in version 3.1.1, and in 5. */
const notNow: ReadonlySet<number> = new Set([3, 0x88, 0x89]);

/** The answer to a message says that it was not taken; only version 5 can. */
export const isRefusal = (packet: { readonly reasonCode?: number }): boolean => (packet.reasonCode ?? 0) >= 0x80;

/** A connection to a node that may end it at any time, with a word or without: both are the end. */
export class Line implements AsyncDisposable {
  readonly sessionPresent: boolean;
  readonly #raw: RawMqtt;

  private constructor(raw: RawMqtt, sessionPresent: boolean) {
    this.#raw = raw;
    this.sessionPresent = sessionPresent;
  }

  static async open(port: number, token: string, version: Version, more: Partial<IConnectPacket>): Promise<Line> {
    const raw = await RawMqtt.open(port, version);
    raw.send(connectPacket(token, version, more));
    const { sessionPresent, returnCode, reasonCode } = await raw.next("connack");
    const code = returnCode ?? reasonCode ?? 0;
    if (notNow.has(code)) throw new Error(`not now: CONNACK ${code}`);
    if (code !== 0) throw new Error(`CONNACK ${code}`);
    return new Line(raw, sessionPresent);
  }

  send(...packets: readonly Packet[]): void {
    this.#raw.send(...packets);
  }

  async next<Kind extends Packet["cmd"]>(...kinds: readonly Kind[]): Promise<Extract<Packet, { cmd: Kind }>> {
    const packet = await this.#raw.nextOf<Packet["cmd"]>("disconnect", ...kinds);
    if (packet.cmd === "disconnect") throw new Error("closed with a word");
    return packet as Extract<Packet, { cmd: Kind }>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#raw[Symbol.asyncDispose]();
  }
}
