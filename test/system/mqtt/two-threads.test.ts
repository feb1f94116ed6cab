import { describe, vi } from "vitest";
import { isLongRun } from "../../switches.ts";

// The stories of the protocol once more, with connections shared out between two transport threads.
vi.stubEnv("HELIO_TEST_MQTT_THREADS", "2");

/** What crosses from one thread to another is in these; what an answer holds is the same in any thread. */
const crossing = [
  ["calls", () => import("./rpc.test.ts")],
  ["sessions", () => import("./sessions.test.ts")],
] as const;
const others = [
  ["telemetry", () => import("./telemetry.test.ts")],
  ["attributes", () => import("./attributes.test.ts")],
  ["limits of a tenant", () => import("../tenant-limits.test.ts")],
  ["the communication log", () => import("./communication.test.ts")],
] as const;

describe.each([...crossing, ...(isLongRun() ? others : [])])("two transport threads: %s", async (_, story) => {
  await story();
});
