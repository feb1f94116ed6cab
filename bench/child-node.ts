import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const password = "a password for benchmarks";
const root = join(import.meta.dirname, "..");
/** The flags that `npm start` gives the runtime; peers in this runtime get the same. */
export const startFlags = startFlagsOf(readFileSync(join(root, "package.json"), "utf8"));

function startFlagsOf(manifest: string): readonly string[] {
  const flags = /exec node ((?:--\S+ )*)server\/dist\/current\/main\.js/.exec(manifest)?.[1];
  if (flags === undefined) throw new Error("package.json starts the node in another way than this benchmark expects");
  return flags.split(" ").filter(Boolean);
}

export interface ChildNode {
  readonly port: number;
  readonly mqttPort: number;
  readonly dataDir: string;
  /** Milliseconds from spawning to the ready line. */
  readonly readyMs: number;
  readonly process: ChildProcess;
  residentBytes(): number;
  stop(): Promise<void>;
}

/**
 * A node in a process of its own, as `npm start` runs it, so that memory and time are the node's alone. A `preload` is
 * loaded before it and can be spoken to through `process`.
 */
export async function startChildNode(
  env: Record<string, string> = {},
  dataDir?: string,
  preload?: URL,
): Promise<ChildNode> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "heliograph-bench-"));
  const start = performance.now();
  const flags = [...startFlags, ...(preload ? ["--import", preload.href] : [])];
  const child = spawn(process.execPath, [...flags, join(root, "server/dist/current/main.js")], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compile"),
      HELIO_HOST: "127.0.0.1",
      HELIO_HTTP_PORT: "0",
      HELIO_MQTT_PORT: "0",
      HELIO_DATA_DIR: folder,
      HELIO_ADMIN_PASSWORD: password,
      HELIO_LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit", ...(preload ? ["ipc" as const] : [])],
  });
  const { stdout } = child;
  if (!stdout) throw new Error("the node's output is not there to be read");
  const ports = await new Promise<readonly [http: number, mqtt: number]>((resolve, reject) => {
    let output = "";
    stdout.on("data", (data) => {
      output += data;
      const match = /ready at http:\/\/[^\s:]+:(\d+).* mqtt:\/\/[^\s:]+:(\d+)/.exec(output);
      if (match) resolve([Number(match[1]), Number(match[2])]);
    });
    child.once("exit", () => reject(new Error(`the node ended before it was ready: ${output}`)));
  });
  return {
    port: ports[0],
    mqttPort: ports[1],
    dataDir: folder,
    readyMs: performance.now() - start,
    process: child,
    residentBytes: () => residentBytesOf(child.pid ?? 0),
    stop: async () => {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Linux tells it in /proc; elsewhere there is no figure. */
function residentBytesOf(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? Number.NaN) * 1024;
}

export interface LoggedIn {
  readonly tenantId: string;
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<Response>;
  post(path: string, body: string, type: string): Promise<Response>;
}

export async function logIn(port: number): Promise<LoggedIn> {
  const base = `http://127.0.0.1:${port}`;
  const body = JSON.stringify({ username: "admin", password });
  const call = (path: string) =>
    fetch(base + path, { method: "POST", body, headers: { "content-type": "application/json" } });
  const { token } = (await (await call("/api/auth/login")).json()) as { token: string };
  const [assignment] = (await (await call("/api/noauth/authorization")).json()) as { tenant: { id: { id: string } } }[];
  const headers = { "x-authorization": `Bearer ${token}` };
  return {
    tenantId: assignment?.tenant.id.id ?? "",
    headers,
    get: (path) => fetch(base + path, { headers }),
    post: (path, sent, type) =>
      fetch(base + path, { method: "POST", body: sent, headers: { ...headers, "content-type": type } }),
  };
}

export const benchPassword = password;
