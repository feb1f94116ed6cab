import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { MailRefused } from "../../core/mail/index.ts";

type Network = readonly [address: string, bits: number];

/** What belongs to this machine, to the network it stands in, or to nobody; IPv4 addresses inside IPv6 ones are looked at as such. */
const innerNetworks: readonly Network[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, familyOf(address));
  return list;
}

const inner = listOf(innerNetworks);

/** Where the mail servers and webhooks of tenants may be: anywhere outside, and inside only where it is allowed [NTF1]. */
export class AllowedAddresses {
  readonly #allowed: BlockList;
  readonly #found: (host: string) => Promise<readonly string[]>;

  /** Addresses and networks (`10.0.0.0/8`) inside that are allowed. */
  constructor(allowed: readonly string[], found: (host: string) => Promise<readonly string[]> = lookedUp) {
    this.#allowed = listOf(allowed.map(networkOf));
    this.#found = found;
  }

  /** Those of its addresses that are allowed; none where all are inside. */
  async among(host: string): Promise<readonly string[]> {
    return (await this.#found(host)).filter((address) => this.has(address));
  }

  has(address: string): boolean {
    const family = familyOf(address);
    return this.#allowed.check(address, family) || !inner.check(address, family);
  }

  /** What can be told of a host without looking it up: addresses, and this machine. */
  refuses(host: string): boolean {
    const name = host.toLowerCase().replace(/\.$/, "");
    const address = name === "localhost" || name.endsWith(".localhost") ? "127.0.0.1" : name;
    return isIP(address) !== 0 && !this.has(address);
  }

  /** The addresses of a host to connect to; of these, and of no others, it was looked whether they are allowed. */
  async of(host: string, isGuarded: boolean): Promise<readonly string[]> {
    const found = await this.#found(host);
    const allowed = isGuarded ? found.filter((address) => this.has(address)) : found;
    if (found.length > 0 && allowed.length === 0)
      throw new MailRefused(
        `${host} is inside of the network of this node, where mail servers of tenants may not be; an administrator of the node allows it with HELIO_MAIL_INSIDE`,
        false,
      );
    return allowed;
  }
}

const lookedUp = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

function networkOf(text: string): Network {
  const [address = "", bits] = text.split("/");
  return [address, bits === undefined ? (isIP(address) === 6 ? 128 : 32) : Number(bits)];
}
