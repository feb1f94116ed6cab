import { expect, test } from "vitest";
import { isOwnFilter, matches } from "./topic-filter.ts";
import { routeOf } from "./topic-routes.ts";

test.each([
  ["a/b", "a/b", true],
  ["a/+", "a/b", true],
  ["a/+", "a/b/c", false],
  ["a/+", "a", false],
  ["a/#", "a/b/c", true],
  ["a/#", "a", true],
  ["a/#", "b", false],
  ["a/b/#", "a", false],
  ["+/+", "a/b", true],
  ["a/b/c", "a/b", false],
  ["a/+/c", "a//c", true],
])("[3.1.1 4.7] %s and %s: %s", (filter, topic, expected) => {
  expect(matches(filter, topic)).toBe(expected);
});

test.each([
  ["v1/devices/me/telemetry", true],
  ["v1/devices/me/#", true],
  ["v1/devices/me/+/+", true],
  ["v1/devices/me", false],
  ["v1/devices/#", false],
  ["v1/devices/+/telemetry", false],
  ["#", false],
  ["/v1/devices/me/x", false],
])("[MQ6] %s is the device's own: %s", (filter, expected) => {
  expect(isOwnFilter(filter)).toBe(expected);
});

test.each([
  ["v1/devices/me/telemetry", "telemetry", ""],
  ["v1/devices/me/attributes", "attributes", ""],
  ["v1/devices/me/attributes/request/a b", "attribute-request", "a b"],
  ["v1/devices/me/rpc/response/12", "rpc-answer", "12"],
  ["v1/devices/me/rpc/request/12", "client-rpc", "12"],
])("%s is routed to %s", (topic, route, id) => {
  expect(routeOf(topic)).toEqual({ route, id });
});

test.each([
  "v1/devices/me",
  "v1/devices/me/rpc/response/",
  "v1/devices/me/attributes/request/1/2",
  "telemetry",
  "V1/devices/me/telemetry",
])("[MQ4] nobody serves %s", (topic) => {
  expect(routeOf(topic)).toBeUndefined();
});
