import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "./answering-port.ts";
import { freePort } from "./free-port.ts";
import type { ProcessNest } from "./process-nest.ts";

const program = "haproxy";
const lookAgainMs = 50;

/** What is balanced: connections go to servers whose check is answered with 200. */
export interface Balanced {
  readonly name: string;
  readonly check: string;
  readonly servers: readonly { readonly port: number; readonly checkedAt: number }[];
}

/** An ordinary TCP balancer; connections to a server whose check fails are ended. */
export class Haproxy implements AsyncDisposable {
  readonly #ports: ReadonlyMap<string, number>;
  readonly #child: ChildProcess;

  private constructor(ports: ReadonlyMap<string, number>, child: ChildProcess) {
    this.#ports = ports;
    this.#child = child;
  }

  static async start(nest: ProcessNest, balanced: readonly Balanced[]): Promise<Haproxy> {
    const ports = new Map<string, number>();
    for (const { name } of balanced) ports.set(name, await freePort());
    const file = join(nest.folder("haproxy"), "haproxy.cfg");
    writeFileSync(file, [defaults, ...balanced.map((one) => sectionOf(one, ports.get(one.name) ?? 0))].join("\n"));
    const child = spawn(program, ["-db", "-f", file], { stdio: "ignore" });
    for (const port of ports.values())
      while (!(await answers(port))) {
        if (child.exitCode !== null) throw new Error("haproxy did not start");
        await sleep(lookAgainMs);
      }
    return new Haproxy(ports, child);
  }

  portOf(name: string): number {
    return this.#ports.get(name) ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await gone;
  }
}

const defaults = `
global
  maxconn 4000
defaults
  mode tcp
  balance roundrobin
  retries 2
  option redispatch
  timeout connect 1s
  timeout check 2s
  timeout client 1h
  timeout server 1h
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
`;

const sectionOf = ({ name, check, servers }: Balanced, port: number): string =>
  [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk GET ${check}`,
    "  http-check expect status 200",
    ...servers.map((server, i) => `  server ${name}-${i} 127.0.0.1:${server.port} port ${server.checkedAt}`),
    "",
  ].join("\n");
