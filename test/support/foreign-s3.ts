import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isLongRun } from "../switches.ts";
import { freePort } from "./free-port.ts";
import { testBucket } from "./s3-objects.ts";
import { s3Keys } from "./s3-server.ts";

const source = "github.com/versity/versitygw/cmd/versitygw@latest";
const buildLimitMs = 1_800_000;
const lookAgainMs = 50;

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "heliograph", "bin");
const program = join(cache, "versitygw");

/** A server of the S3 API that others wrote. Only the long run asks for it: it is built once, which takes minutes. */
export function hasForeignS3(): boolean {
  if (!isLongRun()) return false;
  if (isForeignS3Built() || isBuilt()) return true;
  const message = "versitygw is not there and could not be built with Go: no foreign S3 server is tested against";
  if (process.env["CI"] === "true") throw new Error(message);
  process.stderr.write(`tests: ${message}\n`);
  return false;
}

export const isForeignS3Built = (): boolean => existsSync(program);

function isBuilt(): boolean {
  mkdirSync(cache, { recursive: true });
  const env = { ...process.env, GOBIN: cache };
  const { status } = spawnSync("go", ["install", source], {
    env,
    cwd: tmpdir(),
    timeout: buildLimitMs,
    stdio: "ignore",
  });
  return status === 0 && isForeignS3Built();
}

/** A versitygw on a folder of its own, with the bucket and the keys of the other tests. */
export class ForeignS3 implements AsyncDisposable {
  readonly endpoint: string;
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(endpoint: string, folder: string, child: ChildProcess) {
    this.endpoint = endpoint;
    this.#folder = folder;
    this.#child = child;
  }

  /** With a certificate it listens to TLS only. */
  static async start(tls?: { readonly cert: string; readonly key: string }): Promise<ForeignS3> {
    const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), "heliograph-s3-"))];
    mkdirSync(join(folder, "data", testBucket), { recursive: true });
    mkdirSync(join(folder, "meta"));
    const keys = ["--access", s3Keys.accessKeyId, "--secret", s3Keys.secretAccessKey];
    const place = ["posix", "--sidecar", join(folder, "meta"), join(folder, "data")];
    const secured = tls ? ["--cert", tls.cert, "--key", tls.key] : [];
    const child = spawn(program, [...keys, ...secured, "--keep-alive", "--port", `127.0.0.1:${port}`, ...place], {
      stdio: "ignore",
    });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error("versitygw did not start");
      await sleep(lookAgainMs);
    }
    return new ForeignS3(`${tls ? "https" : "http"}://127.0.0.1:${port}`, folder, child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await gone;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
