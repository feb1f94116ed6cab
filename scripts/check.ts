// `npm run check`: format and lint, types, direction, dead code. Every gate runs, so one run shows every fault.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

interface Gate {
  readonly name: string;
  readonly command: readonly string[];
  /** A gate that looked at nothing must not pass: the least a run has to have seen. */
  readonly seen?: { readonly pattern: RegExp; readonly atLeast: number };
}

const roots = ["contract", "osf", "server", "device", "web", "test", "bench", "scripts"].filter((dir) =>
  existsSync(dir),
);

const gates: readonly Gate[] = [
  {
    name: "format and lint",
    command: ["biome", "check", "--error-on-warnings", "."],
    seen: { pattern: /Checked (\d+) files/, atLeast: 20 },
  },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "types of the web interface", command: ["tsc", "--noEmit", "--project", "web"] },
  {
    name: "direction",
    command: ["depcruise", "--config", ".dependency-cruiser.cjs", "--output-type", "err-long", ...roots],
    seen: { pattern: /\((\d+) modules, \d+ dependencies cruised\)/, atLeast: 20 },
  },
  { name: "dead code", command: ["knip", "--treat-config-hints-as-errors"] },
];

function passes(gate: Gate): boolean {
  const [program = "", ...args] = gate.command;
  const run = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, FORCE_COLOR: "0" } });
  const output = `${run.stdout}${run.stderr}`;
  if (run.status !== 0) {
    console.log(`✗ ${gate.name}\n${run.error?.message ?? output}`);
    return false;
  }
  const found = gate.seen?.pattern.exec(output);
  if (gate.seen && (!found || Number(found[1] ?? 0) < gate.seen.atLeast)) {
    console.log(`✗ ${gate.name}: it saw fewer than ${gate.seen.atLeast} modules, so it checked nothing\n${output}`);
    return false;
  }
  console.log(`✓ ${gate.name}`);
  return true;
}

const failed = gates.filter((gate) => !passes(gate));
process.exitCode = failed.length > 0 ? 1 : 0;
