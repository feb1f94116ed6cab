import { describe, vi } from "vitest";

// The stories of the protocol once more, with connections shared out between two transport threads. What crosses from one
// to the other is in `threads.test.ts`, each time.
vi.stubEnv("HELIO_TEST_MQTT_THREADS", "2");

const stories = [
  ["calls", () => import("./rpc.test.ts")],
  ["sessions", () => import("./sessions.test.ts")],
  ["telemetry", () => import("./telemetry.test.ts")],
  ["attributes", () => import("./attributes.test.ts")],
  ["limits of a tenant", () => import("../tenant-limits.test.ts")],
  ["the communication log", () => import("./communication.test.ts")],
] as const;

describe.each(stories)("two transport threads: %s", async (_, story) => {
  await story();
});
