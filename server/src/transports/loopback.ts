import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** An address of this machine itself. IPv4 in the form of IPv6 counts as IPv4. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(plain) !== 0 && loopback.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}
