import { describe, expect, test } from "vitest";
import { proxyHeaderOf } from "./proxy-header.ts";

const signature = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a];
const second = (command: number, family: number, body: readonly number[], length = body.length): Buffer =>
  Buffer.from([...signature, command, family, length >> 8, length & 0xff, ...body]);
const first = (line: string): Buffer => Buffer.from(`${line}\r\n`, "latin1");
const ipv4 = [192, 0, 2, 1, 198, 51, 100, 1, 0xdc, 0x04, 0x01, 0xbb];
const ipv6 = [
  0x20,
  0x01,
  0x0d,
  0xb8,
  ...Array(11).fill(0),
  1,
  0x20,
  0x01,
  ...Array(13).fill(0),
  2,
  0xdc,
  0x04,
  1,
  0xbb,
];

describe("[API10] a PROXY header", () => {
  test.each([
    ["v1 TCP4", first("PROXY TCP4 192.0.2.1 198.51.100.1 56324 443"), "192.0.2.1"],
    ["v1 TCP6", first("PROXY TCP6 2001:db8::1 2001::2 56324 443"), "2001:db8::1"],
    ["v2 TCP4", second(0x21, 0x11, ipv4), "192.0.2.1"],
    ["v2 TCP4 with more behind the addresses", second(0x21, 0x11, [...ipv4, 4, 0, 1, 7]), "192.0.2.1"],
    ["v2 TCP6", second(0x21, 0x21, ipv6), "2001:db8:0:0:0:0:0:1"],
  ])("of %s names the client, and ends where the client's bytes begin", (_, header, address) => {
    const found = proxyHeaderOf(Buffer.concat([header, Buffer.from("GET /")]));

    expect(found).toEqual({ length: header.length, source: { address, port: 56_324 } });
  });

  test.each([
    ["v1 UNKNOWN", first("PROXY UNKNOWN")],
    ["v1 UNKNOWN with something", first("PROXY UNKNOWN ffff::1 ffff::2 65535 65535")],
    ["v2 LOCAL", second(0x20, 0x00, [])],
    ["v2 of a socket in the file system", second(0x21, 0x31, Array(216).fill(0))],
  ])("of %s is the balancer's own", (_, header) => {
    expect(proxyHeaderOf(header)).toEqual({ length: header.length, source: undefined });
  });

  test.each([
    ["v1", first("PROXY TCP4 192.0.2.1 198.51.100.1 56324 443")],
    ["v2", second(0x21, 0x21, ipv6)],
  ])("of %s is waited for while it is not complete", (_, header) => {
    for (let bytes = 1; bytes < header.length; bytes++)
      expect(proxyHeaderOf(header.subarray(0, bytes))).toBeUndefined();
  });

  test.each([
    ["something else", Buffer.from("GET / HTTP/1.1\r\n")],
    ["TLS", Buffer.from([0x16, 3, 1])],
    ["v1 without an end", Buffer.from(`PROXY TCP4 ${"1".repeat(200)}`)],
    ["v1 with a wrong address", first("PROXY TCP4 192.0.2.999 198.51.100.1 1 2")],
    ["v1 with the other kind of address", first("PROXY TCP4 2001:db8::1 2001::2 1 2")],
    ["v1 with a wrong port", first("PROXY TCP4 192.0.2.1 198.51.100.1 70000 2")],
    ["v1 of a protocol nobody knows", first("PROXY SCTP 192.0.2.1 198.51.100.1 1 2")],
    ["v2 of a version nobody knows", second(0x31, 0x11, ipv4)],
    ["v2 of a command nobody knows", second(0x22, 0x11, ipv4)],
    ["v2 with addresses that are cut off", second(0x21, 0x11, ipv4.slice(0, 8))],
    ["v2 that is too long", second(0x21, 0x11, ipv4, 60_000)],
  ])("is not %s", (_, bytes) => {
    expect(() => proxyHeaderOf(bytes)).toThrow();
  });
});
