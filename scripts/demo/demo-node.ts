// The node of the demo: a process of its own on a fresh folder, which goes with it.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Addresses } from "./troupe.ts";

interface DemoNode {
  readonly addresses: Addresses;
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

const program = new URL("../../server/dist/current/main.js", import.meta.url).pathname;

/** `args` as those of `npm start`. */
export async function startDemoNode(args: readonly string[], env: Readonly<Record<string, string>>): Promise<DemoNode> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-demo-"));
  const node = spawn(process.execPath, [program, ...args], {
    env: { HELIO_LOG_LEVEL: "warn", ...process.env, ...env, HELIO_DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(node, "exit");
  const stop = async () => {
    node.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const addresses = await addressesOf(node);
    node.stdout.resume();
    return { addresses, exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressesOf(node: ChildProcessByStdio<null, Readable, null>): Promise<Addresses> {
  let output = "";
  for await (const chunk of node.stdout) {
    output += String(chunk);
    const http = /ready at http:\/\/\S+?:(\d+)/.exec(output)?.[1];
    const mqtt = /mqtt:\/\/\S+?:(\d+)/.exec(output)?.[1] ?? process.env["HELIO_MQTT_PORT"] ?? "1883";
    if (http !== undefined) return { http: `http://127.0.0.1:${http}`, mqtt: `mqtt://127.0.0.1:${mqtt}` };
  }
  throw new Error("the node ended before it was ready");
}
