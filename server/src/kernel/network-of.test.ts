import { expect, test } from "vitest";
import { networkOf } from "./network-of.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::99", "2001:db8:1:2::/64"],
  ["2001:db8::5", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
  ["", ""],
])("[AUTH3] an IPv4 address counts for itself, an IPv6 address for its /64: %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
