const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/**
 * What failures and unauthenticated connections are counted by: an IPv4 address, or the /64 of an IPv6 address, because whoever has one of those has
 * 2^64 addresses. IPv4 in the clothes of IPv6 (`::ffff:192.0.2.7`) is IPv4. Anything else stands for itself.
 */
export function networkOf(address: string): string {
  const groups = ipv6GroupsOf(address);
  if (!groups) return address;
  const mapped = mappedIpv4Of(groups);
  if (mapped !== undefined) return mapped;
  const network = groups.slice(0, groupsOfNetwork).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The address itself; IPv4 in the clothes of IPv6 without them. */
export function plainAddressOf(address: string): string {
  const groups = ipv6GroupsOf(address);
  return (groups && mappedIpv4Of(groups)) ?? address;
}

function mappedIpv4Of(groups: readonly number[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== `0:0:0:0:0:${0xffff}`) return undefined;
  const [high = 0, low = 0] = groups.slice(-2);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
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
