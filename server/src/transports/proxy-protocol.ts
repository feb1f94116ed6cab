import { BlockList, isIPv4, type Server, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { plainAddressOf } from "../kernel/network-of.ts";
import { proxyHeaderOf, type Source } from "./proxy-header.ts";

export interface ProxyTrust {
  /** Addresses and networks (10.0.0.0/8) of balancers that put a PROXY header before each connection. */
  readonly balancers: readonly string[];
  /** It has to be complete within this time. */
  readonly timeoutMs: number;
}

/**
 * Believes the PROXY header (v1, v2) of the balancers named, so that who is behind one is not one address [API10]: its
 * sockets have the client's `remoteAddress`, inside TLS, too. A connection of theirs without a header that can be read
 * is closed; a header of anybody else is not looked at. To be called before the server listens.
 */
export function believeBalancers(server: Server, { balancers, timeoutMs }: ProxyTrust): void {
  if (balancers.length === 0) return;
  const trusted = blockListOf(balancers);
  const handlers = server.listeners("connection");
  const inTls = new Map<string, Source>();
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const accept = () => {
      for (const handle of handlers) handle.call(server, socket);
    };
    if (isTrusted(trusted, socket)) awaitHeader(socket, timeoutMs, (source) => behind(socket, source, inTls, accept));
    else accept();
  });
  server.prependListener("secureConnection", (socket: TLSSocket) => {
    const source = inTls.get(lineOf(socket));
    if (source) appearAs(socket, source);
  });
}

function behind(socket: Socket, source: Source | undefined, inTls: Map<string, Source>, accept: () => void): void {
  if (source) {
    const line = lineOf(socket); // the same for TLS on top of it, which knows nothing of this socket
    inTls.set(line, source);
    socket.once("close", () => inTls.delete(line));
    appearAs(socket, source);
  }
  accept();
}

/** What tells the open connections of a port apart. */
const lineOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

function appearAs(socket: Socket, { address, port }: Source): void {
  Object.defineProperty(socket, "remoteAddress", { value: address, configurable: true });
  Object.defineProperty(socket, "remotePort", { value: port, configurable: true });
  Object.defineProperty(socket, "remoteFamily", { value: isIPv4(address) ? "IPv4" : "IPv6", configurable: true });
}

/** Reads up to the end of the header; what follows is as if it had just come. */
function awaitHeader(socket: Socket, timeoutMs: number, then: (source: Source | undefined) => void): void {
  let bytes = Buffer.alloc(0);
  const hangUp = () => socket.destroy();
  const late = setTimeout(hangUp, timeoutMs);
  const stop = () => {
    clearTimeout(late);
    socket.off("readable", read).off("end", hangUp);
  };
  const read = () => {
    const chunk: Buffer | null = socket.read();
    if (!chunk) return;
    bytes = Buffer.concat([bytes, chunk]);
    try {
      const header = proxyHeaderOf(bytes);
      if (!header) return;
      stop();
      if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
      setImmediate(() => {
        socket.off("error", hangUp);
        if (!socket.destroyed) then(header.source); // only by now nobody reads the stream any more
      });
    } catch {
      stop();
      hangUp();
    }
  };
  socket.on("error", hangUp).on("end", hangUp).on("readable", read).once("close", stop);
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    list.addSubnet(address, bits === undefined ? (family === "ipv4" ? 32 : 128) : Number(bits), family);
  }
  return list;
}

function isTrusted(list: BlockList, { remoteAddress }: Socket): boolean {
  const address = plainAddressOf(remoteAddress ?? "");
  return address !== "" && list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
