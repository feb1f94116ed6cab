import type { Socket } from "node:net";
import type { UnauthenticatedPeer, UnauthenticatedPeers } from "../unauthenticated-peers.ts";

/** What tells the open connections of a port apart, before and after the handshake. */
const lineOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections in their TLS handshake: unauthenticated from their first byte on [API10]. */
export class Handshakes {
  readonly #unauthenticated: UnauthenticatedPeers;
  readonly #sockets = new Set<Socket>();
  readonly #open = new Map<string, UnauthenticatedPeer>();

  constructor(unauthenticated: UnauthenticatedPeers) {
    this.#unauthenticated = unauthenticated;
  }

  watch(socket: Socket): void {
    const line = lineOf(socket);
    const peer = this.#unauthenticated.enter(socket.remoteAddress ?? "unknown", () => socket.destroy());
    this.#sockets.add(socket);
    this.#open.set(line, peer);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      peer.leave();
      if (this.#open.get(line) === peer) this.#open.delete(line);
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
