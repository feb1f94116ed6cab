const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/**
 * What failures and strangers are counted by: an IPv4 address, or the /64 of an IPv6 address, because whoever has one of those has
 * 2^64 addresses. IPv4 in the clothes of IPv6 (`::ffff:192.0.2.7`) is IPv4. Anything else stands for itself.
 */
export function networkOf(address: string): string {
  const groups = ipv6GroupsOf(address);
  if (!groups) return address;
  const [high, low] = groups.slice(-2) as [number, number];
  if (groups.slice(0, 6).join(":") === `0:0:0:0:0:${0xffff}`)
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  const network = groups.slice(0, groupsOfNetwork).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The URL parser knows every way to write an IPv6 address, and writes it in one. */
function ipv6GroupsOf(address: string): readonly number[] | undefined {
  const [withoutZone = ""] = address.split("%", 1);
  const url = URL.parse(`http://[${withoutZone}]`);
  if (!url) return undefined;
  const [left = [], right = []] = url.hostname
    .slice(1, -1)
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(groupsOfAddress - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
