import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,osf,server,device,web}/src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: "test/support/global-setup.ts",
    // Forked processes: the tests start servers, worker threads and child processes of their own.
    pool: "forks",
    // As many files at once as there are cores: most of a test's time is waiting for disks and other processes.
    maxWorkers: availableParallelism(),
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // The default of a second is too short where cores are few and busy.
    expect: { poll: { timeout: 30_000 } },
    reporters: ["default"],
  },
});
