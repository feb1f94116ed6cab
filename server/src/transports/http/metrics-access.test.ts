import { expect, test } from "vitest";
import { mayReadMetrics } from "./metrics-access.ts";

const local = { metricsAccess: "local", metricsToken: undefined } as const;
const from = (ip: string, headers: Record<string, string> = {}) => ({ ip, headers });

test("metrics are read on this machine, and by nobody whom a proxy brings", () => {
  expect(["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"].map((ip) => mayReadMetrics(local, from(ip)))).toEqual(
    Array(4).fill(true),
  );
  expect(mayReadMetrics(local, from("192.0.2.7"))).toBe(false);
  expect(mayReadMetrics(local, from("2001:db8::1"))).toBe(false);
  expect(mayReadMetrics(local, from("127.0.0.1", { "x-forwarded-for": "192.0.2.7" }))).toBe(false);
});

test("with the token metrics are read from anywhere, with another one they are not", () => {
  const tokened = { metricsAccess: "nobody", metricsToken: "let-prometheus-in" } as const;

  expect(mayReadMetrics(tokened, from("192.0.2.7", { authorization: "Bearer let-prometheus-in" }))).toBe(true);
  expect(mayReadMetrics(tokened, from("192.0.2.7", { authorization: "Bearer let-prometheus" }))).toBe(false);
  expect(mayReadMetrics(tokened, from("127.0.0.1"))).toBe(false);
});

test("an operator may open them to everybody", () => {
  expect(mayReadMetrics({ ...local, metricsAccess: "anyone" }, from("192.0.2.7"))).toBe(true);
});
