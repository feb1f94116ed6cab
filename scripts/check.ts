// `npm run check`: format and lint, types, promises, direction, dead code, generated documents. Every gate runs, so one run shows every fault; as
// many run side by side as there are cores, the longest first.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";

interface Gate {
  readonly name: string;
  readonly command: readonly string[];
  /** A gate that looked at nothing must not pass: the least a run has to have seen. */
  readonly seen?: { readonly pattern: RegExp; readonly atLeast: number };
}

/** Some less than there are, so that a gate whose configuration lost a folder is found out. */
const leastModules = 3_500;

const roots = ["contract", "client", "osf", "server", "device", "web", "test", "bench", "scripts"].filter((dir) =>
  existsSync(dir),
);

/** What is kept for the next time is a fifth of the work, and nobody checks the same folder twice where a change lands. */
const keepsNothing = process.env["CI"] === "true" ? ["--incremental", "false", "--tsBuildInfoFile", "null"] : [];

/**
 * One program for the server and the pages: what they share is most of what either costs. TypeScript 7 checks in a third of the time; it has no JavaScript API, so dependency-cruiser still reads by 6. In one
 * thread: four check much of the same three times over, and the other cores have the other gates to run.
 */
const typeChecker = [
  process.execPath,
  "node_modules/typescript-native/bin/tsc",
  "--noEmit",
  "--singleThreaded",
  "--diagnostics",
  ...keepsNothing,
];
/** By the types of all they are, also of packages: the other linter takes most of what Node and packages return for no promise. */
const promiseChecker = ["oxlint", "--type-aware", "--threads=1"];
/** Go programs that end when they are done: what they collect on the way is a third of their time, 2 GB without. One core each: there are others. */
const lateAndAlone = { GOGC: "off", GOMEMLIMIT: "4GiB", GOMAXPROCS: "1" };

const gates: readonly Gate[] = [
  { name: "types", command: typeChecker, seen: { pattern: /Files: +(\d+)/, atLeast: leastModules } },
  { name: "promises", command: promiseChecker, seen: { pattern: / on (\d+) files with/, atLeast: leastModules } },
  {
    name: "format and lint",
    command: ["biome", "check", "--error-on-warnings", "."],
    seen: { pattern: /Checked (\d+) files/, atLeast: leastModules },
  },
  {
    name: "direction",
    command: ["depcruise", "--config", ".dependency-cruiser.cjs", "--output-type", "err-long", ...roots],
    seen: { pattern: /\((\d+) modules, \d+ dependencies cruised\)/, atLeast: leastModules },
  },
  { name: "dead code", command: ["knip", "--treat-config-hints-as-errors"] },
  {
    name: "generated documents",
    command: [process.execPath, "scripts/docs.ts", "--check"],
    seen: { pattern: /Looked at (\d+) documents/, atLeast: 5 },
  },
];

function outcomeOf([program = "", ...args]: readonly string[]): Promise<{ isOk: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...lateAndAlone, FORCE_COLOR: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", (error) => resolve({ isOk: false, output: error.message }));
    child.on("close", (code) => resolve({ isOk: code === 0, output }));
  });
}

const say = (text: string): unknown => process.stdout.write(`${text}\n`);

async function passes(gate: Gate): Promise<boolean> {
  const { isOk, output } = await outcomeOf(gate.command);
  if (!isOk) {
    say(`✗ ${gate.name}\n${output}`);
    return false;
  }
  const found = gate.seen?.pattern.exec(output);
  if (gate.seen && Number(found?.[1] ?? 0) < gate.seen.atLeast) {
    say(`✗ ${gate.name}: it saw fewer than ${gate.seen.atLeast}, so it checked too little\n${output}`);
    return false;
  }
  say(`✓ ${gate.name}`);
  return true;
}

const waiting = [...gates];
let hasFailed = false;

async function work(): Promise<void> {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
    if (!(await passes(gate))) hasFailed = true;
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
process.exitCode = hasFailed ? 1 : 0;
