import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { keepScratchOfRun } from "./test/scratch-folder.ts";
import { MixedAndLongFirst } from "./test/support/file-order.ts";
import { fileOfDurations } from "./test/support/slowest-files.ts";
import { isLongRun, limitsOfRun } from "./test/switches.ts";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Node compiles each source once for all processes and threads of the tests, and for `npm start`: half of what a
// node's start costs.
process.env["NODE_COMPILE_CACHE"] ??= pathOf("node_modules/.cache/compile");

keepScratchOfRun();

/** Shared by every project. */
const common = {
  // Forked processes: the tests start servers, worker threads and child processes of their own.
  pool: "forks" as const,
  // Half a gigabyte for each before it is looked through for what nobody needs: it lives for minutes, not for months.
  // What a node shares with its threads counts as part of that, as with `npm start`: else each start has all looked through.
  execArgv: ["--initial-old-space-size=512", "--external-memory-accounted-in-global-limit"],
  ...limitsOfRun(),
  // The default of a second is too short where cores are few and busy.
  expect: { poll: { timeout: 60_000 } },
};

const cores = availableParallelism();
/** In a run of everything (`scripts/test.ts`): the tests with nodes are a run of their own, and all others one beside it. */
const isBeside = process.env[fileOfDurations] !== undefined;
const ofOthers = isBeside ? 1 : cores;
/**
 * Every further process with a browser, a node or whatever else has to become warm costs twenty CPU seconds for that alone. So beside
 * each other there is one process, of one kind after the other, for stories and units, which compute, and one more than there are cores
 * for tests with nodes, which wait for time to pass, for a disk or for a process.
 */
const scheduling = {
  nodes: { sequence: { groupOrder: 0 }, maxWorkers: cores + 1 },
  web: { sequence: { groupOrder: 1 }, maxWorkers: 1 },
  stories: { sequence: { groupOrder: 2 }, maxWorkers: ofOthers },
  units: { sequence: { groupOrder: 3 }, maxWorkers: ofOthers },
};

const project = (name: string, include: readonly string[], more: object = {}) => ({
  test: { ...common, name, include: [...include], ...more },
});

/**
 * Node loads these sources itself, as it does when the platform runs: nothing is transformed for every process, and what
 * one process compiled the others take from the cache. Nothing can be mocked by its path then, and nothing is.
 */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Those whose tests start nodes. */
const withNodes = (name: string, include: readonly string[], more: object = {}) =>
  project(name, include, {
    ...native,
    ...scheduling.nodes,
    setupFiles: "test/support/nodes.setup.ts",
    globalSetup: "test/support/global-setup.ts",
    ...more,
  });

/** Their files share processes, so that what they import is compiled once per process and not once per file. */
const together = { isolate: false, restoreMocks: true, unstubEnvs: true };

const stories = ["test/system/web/**/*.test.ts"];
/** Those that import other tests, or set up their process in another way: for the long run. */
const alone = ["test/system/mqtt/two-threads.test.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: MixedAndLongFirst },
    reporters: ["default", "./test/support/slowest-files.ts"],
    projects: [
      project("units", ["{contract,client,osf,server,device}/src/**/*.test.ts"], {
        ...native,
        ...together,
        ...scheduling.units,
        setupFiles: "test/support/units.setup.ts",
      }),
      project("web", ["web/src/**/*.test.ts"], { ...together, ...scheduling.web }), // some import what Node cannot load: markup, styles
      // One project, since no two share processes: what contract and system tests import is much the same.
      withNodes("nodes", ["test/**/*.test.ts"], { ...together, exclude: [...stories, ...alone] }),
      withNodes("stories", stories, { ...together, ...scheduling.stories }),
      ...(isLongRun() ? [withNodes("alone", alone)] : []),
    ],
  },
});
