import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { browserCrashed, browserTooLarge } from "../../core/reports/index.ts";
import { DevtoolsPipe } from "./devtools-pipe.ts";
import { memoryOfGroup } from "./memory-of-group.ts";

interface BrowserOptions {
  readonly program: string;
  /** Its own, empty when it starts, gone when it ends: at most one browser uses it at a time. */
  readonly profile: string;
  /** The one place it reaches, as `host:port`, and what that is called. */
  readonly door: { readonly name: string; readonly address: string };
  readonly memoryBytes: number;
}

const lookAtMemoryEveryMs = 500;
const lastWordsKept = 2_000;

/** A browser of our own, which is gone with all its children when this is disposed, whatever happened. */
export class BrowserProcess implements AsyncDisposable {
  readonly pipe: DevtoolsPipe;
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #gone: Promise<void>;
  readonly #looking: NodeJS.Timeout;
  #lastWords = "";

  private constructor(child: ChildProcess, { profile, memoryBytes }: BrowserOptions) {
    this.#child = child;
    this.#profile = profile;
    this.pipe = new DevtoolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable); // as they were asked for
    this.pipe.onCrash = () => this.end(browserCrashed("its page died"));
    this.#gone = new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve()); // it could not be started
    });
    child.once("error", (error) => this.end(browserCrashed(error.message)));
    child.once("exit", () => this.#kill()); // what it leaves behind, too
    child.once("close", () => this.end(browserCrashed(lastLineOf(this.#lastWords)))); // all it said was read
    child.stderr?.on("data", (bytes: Buffer) => {
      this.#lastWords = (this.#lastWords + bytes.toString()).slice(-lastWordsKept);
    });
    this.#looking = setInterval(() => void this.#lookAtMemory(memoryBytes), lookAtMemoryEveryMs).unref();
  }

  static async start(options: BrowserOptions): Promise<BrowserProcess> {
    await rm(options.profile, { recursive: true, force: true }); // what a killed node left
    await mkdir(options.profile, { recursive: true, mode: 0o700 });
    const child = spawn(options.program, argumentsOf(options), {
      detached: true, // a group of its own, so that no child of it is forgotten
      env: environmentOf(options.profile),
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    });
    return new BrowserProcess(child, options);
  }

  /** Whoever waits for it is told why. */
  end(reason: Error): void {
    clearInterval(this.#looking);
    this.pipe.fail(reason);
    this.#kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end(browserCrashed("it was ended"));
    await this.#gone;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 3 });
  }

  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // all of them are gone
    }
  }

  async #lookAtMemory(atMost: number): Promise<void> {
    const { pid } = this.#child;
    if (pid !== undefined && (await memoryOfGroup(pid)) > atMost) this.end(browserTooLarge(atMost));
  }
}

const lastLineOf = (text: string): string => text.trim().split("\n").at(-1)?.slice(0, 300) ?? "";

/** Nothing of what the node was told, such as its passwords. */
const environmentOf = (profile: string): NodeJS.ProcessEnv => ({
  ...{ PATH: process.env["PATH"], HOME: profile, TMPDIR: profile },
  ...{ LANG: "C.UTF-8", LC_ALL: "C.UTF-8", XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
});

function argumentsOf({ profile, door, memoryBytes }: BrowserOptions): string[] {
  const heapMegabytes = Math.floor(memoryBytes / 2 / 1_048_576);
  return [
    "--headless",
    "--remote-debugging-pipe",
    `--user-data-dir=${profile}`,
    // One address, by a name that is nobody's: an embedded page asks for others in vain, this machine's own, too.
    `--host-resolver-rules=MAP ${door.name} ${door.address}, MAP * ~NOTFOUND`,
    "--proxy-server=direct://",
    `--js-flags=--max-old-space-size=${heapMegabytes}`,
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-default-apps",
    "--no-first-run",
    "--no-default-browser-check",
    "--mute-audio",
    "--hide-scrollbars",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // for root it has none
  ];
}
