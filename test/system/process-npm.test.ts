import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { atLength } from "../support/at-length.ts";
import { childEnv } from "../support/helio.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** npm, the set-up and the node start one after the other; a busy machine needs its time. */
const patienceMs = 90_000;
const root = fileURLToPath(new URL("../..", import.meta.url));

function npm(args: readonly string[], env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn("npm", ["--silent", ...args], {
    cwd: root,
    env: childEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  return { child, output: () => output };
}

test("[RUN6] npm start waits for the node: SIGTERM to npm stops the node, and npm ends when it has, with exit code 0", {
  timeout: 2 * patienceMs,
}, async () => {
  await using folder = await tempFolder();
  const env = { HELIO_HOST: "127.0.0.1", HELIO_HTTP_PORT: "0", HELIO_MQTT_PORT: "0", HELIO_DATA_DIR: folder.path };
  const { child, output } = npm(["start"], env);
  await expect.poll(output, { timeout: patienceMs }).toMatch(/is ready at http/);

  child.kill("SIGTERM");

  const [code] = await once(child, "close");
  expect(code).toBe(0);
  expect(output()).toContain('"msg":"stopped"');
});

atLength("[RUN6] npm start and npm run helio hand the exit code on", { timeout: patienceMs }, async () => {
  const start = npm(["start", "--", "--nope"], {});
  const helio = npm(["run", "helio", "--", "nope"], {});

  const [[startCode], [helioCode]] = await Promise.all([once(start.child, "close"), once(helio.child, "close")]);

  expect([startCode, helioCode]).toEqual([1, 2]);
  expect(start.output()).toContain("unknown flag --nope");
});
