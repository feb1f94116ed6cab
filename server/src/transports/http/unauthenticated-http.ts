import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { UnauthenticatedPeer, UnauthenticatedPeers } from "../unauthenticated-peers.ts";

/** What is given to connections before anybody has authenticated on them [API10]. */
interface UnauthenticatedHttpLimits {
  /** Bytes of a body, or of the first frames of a live view. */
  readonly unauthenticatedMessage: number;
  /** Headers, and such a body, have to be complete within this. */
  readonly unauthenticatedTimeout: number;
}

/** A frame has a header, and the first one may come with a ping or two. */
const frameOverhead = 1_024;

/** The connections of HTTP listeners on which nobody has authenticated yet. */
export class UnauthenticatedHttp {
  readonly #unauthenticated: UnauthenticatedPeers;
  readonly limits: UnauthenticatedHttpLimits;
  /** By the other side's address and port: with TLS, the socket of a request is another one than was accepted. */
  readonly #byEndpoint = new Map<string, UnauthenticatedPeer>();

  constructor(unauthenticated: UnauthenticatedPeers, limits: UnauthenticatedHttpLimits) {
    this.#unauthenticated = unauthenticated;
    this.limits = limits;
  }

  watch(server: Server): void {
    server.on("connection", (socket: Socket) => this.#enter(socket));
  }

  of(socket: Socket): UnauthenticatedPeer | undefined {
    return this.#byEndpoint.get(endpointOf(socket));
  }

  /** Somebody has authenticated on this connection: it does not count any more. */
  known(socket: Socket): void {
    const endpoint = endpointOf(socket);
    this.#byEndpoint.get(endpoint)?.leave();
    this.#byEndpoint.delete(endpoint);
  }

  /** Cuts a connection off that sends more than a first message before it is known. Returns how to stop watching. */
  limitBytes(socket: Socket): () => void {
    let left = this.limits.unauthenticatedMessage + frameOverhead;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) socket.destroy();
    };
    socket.on("data", count);
    return () => socket.off("data", count);
  }

  #enter(socket: Socket): void {
    const endpoint = endpointOf(socket);
    const peer = this.#unauthenticated.enter(socket.remoteAddress ?? "unknown", () => socket.destroy());
    this.#byEndpoint.set(endpoint, peer);
    socket.once("close", () => {
      peer.leave();
      if (this.#byEndpoint.get(endpoint) === peer) this.#byEndpoint.delete(endpoint);
    });
  }
}

const endpointOf = ({ remoteAddress = "", remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;
