import { describe, vi } from "vitest";

// The stories of the protocol once more, with connections shared out between two transport threads.
vi.stubEnv("HELIO_TEST_MQTT_THREADS", "2");

describe.each([
  ["telemetry", () => import("./telemetry.test.ts")],
  ["attributes", () => import("./attributes.test.ts")],
  ["calls", () => import("./rpc.test.ts")],
  ["sessions", () => import("./sessions.test.ts")],
  ["limits of a tenant", () => import("../tenant-limits.test.ts")],
  ["the communication log", () => import("./communication.test.ts")],
] as const)("two transport threads: %s", async (_, story) => {
  await story();
});
