import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasProgram } from "./debian-package.ts";
import { freePort } from "./free-port.ts";

const program = "pgbouncer";
const lookAgainMs = 50;

export const hasPooler = (): boolean =>
  hasProgram(program, "--version", [program], "the test through a connection pooler is skipped");

/** A PgBouncer in transaction mode before a PostgreSQL: no two transactions need have the same connection. */
export class Pooler implements AsyncDisposable {
  /** The same database by this way. */
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  static async before(url: string, ignored: string): Promise<Pooler> {
    const folder = mkdtempSync(join(tmpdir(), "heliograph-pooler-"));
    const [server, port] = [new URL(url), await freePort()];
    const account = unprivileged();
    const config = join(folder, "pgbouncer.ini");
    writeFileSync(config, configOf(server, port, ignored));
    if (account) for (const path of [folder, config]) chownSync(path, account.uid, account.gid);
    const child = spawn(program, ["-q", config], { ...account, cwd: folder, stdio: "ignore" });
    server.port = String(port);
    const pooler = new Pooler(server.href, child, folder);
    await pooler.#untilItListens(port);
    return pooler;
  }

  async #untilItListens(port: number): Promise<void> {
    while (!(await accepts(port))) {
      if (this.#child.exitCode !== null) throw new Error("pgbouncer did not start");
      await sleep(lookAgainMs);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await gone;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const configOf = ({ hostname, port, username }: URL, listen: number, ignored: string): string =>
  `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
server_reset_query =
ignore_startup_parameters = ${ignored}
`;

/** It refuses to run as root, as PostgreSQL does. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
