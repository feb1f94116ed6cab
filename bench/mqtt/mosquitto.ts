import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface Mosquitto {
  readonly port: number;
  readonly process: ChildProcess;
  stop(): void;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

const startMs = 500;

/** Debian's mosquitto with nothing stored and no limit in the way; undefined where there is none. */
export async function startMosquitto(): Promise<Mosquitto | undefined> {
  const program = ["/usr/sbin/mosquitto", "mosquitto"].find((name) => spawnSync(name, ["-h"]).error === undefined);
  if (!program) return undefined;
  const port = await freePort();
  const file = join(mkdtempSync(join(tmpdir(), "heliograph-mosquitto-")), "mosquitto.conf");
  const settings = [
    `listener ${port} 127.0.0.1`,
    "allow_anonymous true",
    "persistence false",
    "max_inflight_messages 0",
    "max_queued_messages 0",
    "log_type none",
    "set_tcp_nodelay true",
  ];
  writeFileSync(file, `${settings.join("\n")}\n`);
  const child = spawn(program, ["-c", file], { stdio: "ignore" });
  await sleep(startMs);
  return { port, process: child, stop: () => child.kill("SIGTERM") };
}
