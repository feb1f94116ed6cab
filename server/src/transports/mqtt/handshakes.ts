import type { Socket } from "node:net";
import type { Stranger, Strangers } from "../strangers.ts";

/** What tells the open connections of a port apart, before and after the handshake. */
const lineOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections in their TLS handshake: strangers from their first byte on [API10]. */
export class Handshakes {
  readonly #strangers: Strangers;
  readonly #sockets = new Set<Socket>();
  readonly #open = new Map<string, Stranger>();

  constructor(strangers: Strangers) {
    this.#strangers = strangers;
  }

  watch(socket: Socket): void {
    const line = lineOf(socket);
    const stranger = this.#strangers.enter(socket.remoteAddress ?? "unknown", () => socket.destroy());
    this.#sockets.add(socket);
    this.#open.set(line, stranger);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      stranger.leave();
      if (this.#open.get(line) === stranger) this.#open.delete(line);
    });
  }

  /** It is through; from here on it is counted by whoever speaks with it. */
  done(socket: Socket): void {
    const line = lineOf(socket);
    this.#open.get(line)?.leave();
    this.#open.delete(line);
  }

  /** Cuts off what is left. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
