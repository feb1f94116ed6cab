import type { ServerInfo } from "@heliograph/contract";
import { expect, test } from "vitest";
import { placeOf, securities } from "./place.ts";

const server: ServerInfo = {
  ...{ version: "1.2.3", httpPort: 18080, httpsPort: 18443, mqttPort: 11883, mqttTlsPort: 18883 },
  mqttWebSocketPath: "/mqtt",
};
const page = { protocol: "http:", hostname: "logger.lan", origin: "http://logger.lan:18080" };

test("devices are sent to the ports the node listens on, at the host that led to the page", () => {
  expect(placeOf(server, page, "plain")).toEqual({
    ...{ host: "logger.lan", mqttPort: 11883, isTls: false, origin: "http://logger.lan:18080" },
    ...{ mqttAddress: "mqtt://logger.lan:11883", webSocketAddress: "ws://logger.lan:18080/mqtt" },
  });
  expect(placeOf(server, page, "tls")).toMatchObject({
    ...{ mqttPort: 18883, isTls: true, origin: "https://logger.lan:18443" },
    ...{ mqttAddress: "mqtts://logger.lan:18883", webSocketAddress: "wss://logger.lan:18443/mqtt" },
  });
});

test("a page that came through a proxy keeps the proxy's address", () => {
  const proxied = { protocol: "https:", hostname: "iot.example", origin: "https://iot.example" };

  expect(placeOf(server, proxied, "tls").origin).toBe("https://iot.example");
});

test("an IPv6 address has brackets in addresses and none where programs take a host", () => {
  const local = { protocol: "http:", hostname: "[::1]", origin: "http://[::1]:18080" };

  expect(placeOf(server, local, "plain")).toMatchObject({ host: "::1", mqttAddress: "mqtt://[::1]:11883" });
});

test("TLS is offered where the node has it", () => {
  expect(securities(server)).toEqual(["plain", "tls"]);
  expect(securities({ mqttTlsPort: null })).toEqual(["plain"]);
});
