import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { generate, type IConnackPacket, type IConnectPacket, type Packet, parser } from "mqtt-packet";

export type Version = 3 | 4 | 5;

/** A connection on which tests put bytes of their own; answers are parsed by the general parser. */
export class RawMqtt implements AsyncDisposable {
  readonly socket: Socket;
  readonly packets: Packet[] = [];
  readonly closed: Promise<void>;
  readonly #version: Version;
  #waiting: (() => void)[] = [];
  #ended = false;

  constructor(socket: Socket, version: Version) {
    this.socket = socket;
    this.#version = version;
    const reader = parser({ protocolVersion: version });
    reader.on("packet", (packet) => {
      this.packets.push(packet);
      this.#wake();
    });
    socket.on("data", (bytes: Buffer) => reader.parse(bytes));
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#ended = true;
        this.#wake();
        resolve();
      });
    });
  }

  static async open(port: number, version: Version = 4): Promise<RawMqtt> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new RawMqtt(socket, version);
  }

  /** Opened and let in. */
  static async connected(port: number, token: string, version: Version = 4, more: object = {}): Promise<RawMqtt> {
    const raw = await RawMqtt.open(port, version);
    raw.send(connectPacket(token, version, more));
    const answer = await raw.next("connack");
    if ((answer.returnCode ?? answer.reasonCode) !== 0) throw new Error(`refused: ${JSON.stringify(answer)}`);
    return raw;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }

  bytes(bytes: Uint8Array | readonly number[]): void {
    this.socket.write(Uint8Array.from(bytes));
  }

  send(...packets: readonly Packet[]): void {
    this.socket.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion: this.#version }))));
  }

  /** The next packet, which has to be of this kind; throws when the connection ends instead. */
  next<Kind extends Packet["cmd"]>(kind: Kind): Promise<Extract<Packet, { cmd: Kind }>> {
    return this.nextOf(kind);
  }

  /** The same for several kinds, whichever comes first. */
  async nextOf<Kind extends Packet["cmd"]>(...kinds: readonly Kind[]): Promise<Extract<Packet, { cmd: Kind }>> {
    while (this.packets.length === 0) {
      if (this.#ended) throw new Error(`the connection was closed before ${kinds.join(" or ")} came`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const packet = this.packets.shift();
    if (!packet || !kinds.some((kind) => kind === packet.cmd))
      throw new Error(`expected ${kinds.join(" or ")}, got ${JSON.stringify(packet)}`);
    return packet as Extract<Packet, { cmd: Kind }>;
  }

  /** True when the other side still answers. */
  async isServed(): Promise<boolean> {
    this.send({ cmd: "pingreq" });
    return (await this.next("pingresp")).cmd === "pingresp";
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}

export const connectPacket = (token: string, version: Version, more: Partial<IConnectPacket> = {}): IConnectPacket => ({
  cmd: "connect",
  protocolId: version === 3 ? "MQIsdp" : "MQTT",
  protocolVersion: version,
  clientId: `raw-${Math.random().toString(16).slice(2)}`,
  clean: true,
  keepalive: 0,
  username: token,
  ...more,
});

export const publishPacket = (messageId: number, payload = '{"a":1}', more: object = {}): Packet => ({
  cmd: "publish",
  topic: "v1/devices/me/telemetry",
  qos: 1,
  dup: false,
  retain: false,
  messageId,
  payload,
  ...more,
});

export const codeOf = (answer: IConnackPacket): number | undefined => answer.returnCode ?? answer.reasonCode;
