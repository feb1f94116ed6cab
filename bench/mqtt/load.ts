import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface LoadResult {
  readonly acknowledged: number;
  readonly seconds: number;
  readonly rate: number;
  readonly p50ms: number;
  readonly p99ms: number;
  readonly lost: number;
}

/** The generator is C: in JavaScript it would be the limit. */
export function buildLoad(): string {
  const program = join(mkdtempSync(join(tmpdir(), "heliograph-load-")), "load");
  const source = new URL("load.c", import.meta.url).pathname;
  execFileSync("cc", ["-O2", "-o", program, source], { stdio: ["ignore", 2, 2] });
  return program;
}

const run = (program: string, args: readonly (string | number)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args.map(String), {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
    });
    child.on("exit", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`the load generator ended with ${code}`)),
    );
  });

export interface Target {
  readonly program: string;
  readonly port: number;
  readonly tokens: string;
}

const host = "127.0.0.1";

export async function publish(
  { program, port, tokens }: Target,
  connections: number,
  inFlight: number,
  seconds: number,
  rate = 0,
): Promise<LoadResult> {
  return JSON.parse(await run(program, ["pub", host, port, tokens, connections, inFlight, seconds, rate]));
}

export async function storm({ program, port, tokens }: Target, connections: number): Promise<LoadResult> {
  return JSON.parse(await run(program, ["storm", host, port, tokens, connections]));
}

/** Connects and holds; `whileConnected` runs in the meantime. */
export async function idle(target: Target, connections: number, whileConnected: () => void): Promise<void> {
  const { program, port, tokens } = target;
  const args = ["idle", host, String(port), tokens, String(connections), "4"];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  await new Promise((resolve) => setTimeout(resolve, 2_000)); // let the collector run once
  whileConnected();
  await new Promise((resolve) => child.once("exit", resolve));
}
