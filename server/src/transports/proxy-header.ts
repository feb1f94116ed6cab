import { isIPv4, isIPv6 } from "node:net";

/** Where a balancer says that a connection comes from. */
export interface Source {
  readonly address: string;
  readonly port: number;
}

export interface ProxyHeader {
  /** Bytes of the header; what follows belongs to the client. */
  readonly length: number;
  /** Undefined when the balancer speaks for itself, to see whether we live. */
  readonly source: Source | undefined;
}

const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const v1Start = Buffer.from("PROXY ", "latin1");
const longestV1 = 107;
const v2HeaderBytes = 16;
/** More than any balancer writes behind the addresses. */
const longestV2 = 4_096;
const proxyCommand = 0x21;
const localCommand = 0x20;
const [tcp4, tcp6] = [0x11, 0x21];

/** This does not begin with a PROXY header. */
class ProxyHeaderError extends Error {
  override readonly name = "ProxyHeaderError";
}

/** The header at the beginning of these bytes, in either version; undefined while it is not complete. Throws if it is none. */
export function proxyHeaderOf(bytes: Buffer): ProxyHeader | undefined {
  if (beginsAs(bytes, signature)) return bytes.length < v2HeaderBytes ? undefined : secondVersion(bytes);
  if (beginsAs(bytes, v1Start)) return firstVersion(bytes);
  throw new ProxyHeaderError("no PROXY header");
}

const beginsAs = (bytes: Buffer, start: Buffer): boolean =>
  bytes.subarray(0, start.length).equals(start.subarray(0, bytes.length));

/** `PROXY TCP4 192.0.2.1 198.51.100.1 56324 443`, ended by CR and LF. */
function firstVersion(bytes: Buffer): ProxyHeader | undefined {
  const end = bytes.subarray(0, longestV1).indexOf("\r\n");
  if (end < 0 && bytes.length < longestV1) return undefined;
  if (end < 0) throw new ProxyHeaderError("a header without an end");
  const [, family, address = "", to = "", port = "", toPort = ""] = bytes.toString("latin1", 0, end).split(" ");
  const length = end + 2;
  if (family === "UNKNOWN") return { length, source: undefined };
  const isAddress = family === "TCP4" ? isIPv4 : family === "TCP6" ? isIPv6 : () => false;
  if (!isAddress(address) || !isAddress(to) || !isPort(port) || !isPort(toPort)) {
    throw new ProxyHeaderError("addresses or ports that are none");
  }
  return { length, source: { address, port: Number(port) } };
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

function secondVersion(bytes: Buffer): ProxyHeader | undefined {
  const [command, family] = [bytes[12] ?? 0, bytes[13] ?? 0];
  const length = v2HeaderBytes + bytes.readUInt16BE(14);
  if (command !== proxyCommand && command !== localCommand)
    throw new ProxyHeaderError("a version or command nobody knows");
  if (length > longestV2) throw new ProxyHeaderError("a header that is too long");
  if (bytes.length < length) return undefined;
  return {
    length,
    source: command === localCommand ? undefined : sourceOf(bytes.subarray(v2HeaderBytes, length), family),
  };
}

/** Undefined for what has no address we could use, such as a socket in the file system. */
function sourceOf(addresses: Buffer, family: number): Source | undefined {
  if (family !== tcp4 && family !== tcp6) return undefined;
  const bytes = family === tcp4 ? 4 : 16;
  if (addresses.length < bytes * 2 + 4) throw new ProxyHeaderError("addresses that are cut off");
  const groups = Array.from({ length: bytes === 4 ? 4 : 8 }, (_, at) =>
    bytes === 4 ? String(addresses[at]) : addresses.readUInt16BE(at * 2).toString(16),
  );
  return { address: groups.join(bytes === 4 ? "." : ":"), port: addresses.readUInt16BE(bytes * 2) };
}
