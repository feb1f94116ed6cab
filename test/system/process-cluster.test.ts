import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { expectOk } from "../support/app.ts";
import { hasCluster } from "../support/cluster-place.ts";
import { createDevice } from "../support/crash-node.ts";
import { childEnv } from "../support/helio.ts";
import { RestClient } from "../support/rest-client.ts";

const program = fileURLToPath(new URL("../../scripts/cluster.ts", import.meta.url));
const patienceMs = 120_000;

function cluster(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], { env: childEnv(env), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const exited = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGINT"); // the test ended before it came to that
    await exited;
  });
  return { child, exited, output: () => output };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });

async function adminAt(port: number, password: string): Promise<RestClient> {
  const rest = new RestClient(port);
  const answer = expectOk(await rest.post("/api/auth/login", { username: "admin", password }));
  return rest.withToken(answer.json<{ token: string }>().token);
}

/** The second one acknowledges a point of each device, whoever of the two has it, and is gone. */
async function killedOne([first, second]: readonly RestClient[], output: () => string): Promise<void> {
  if (!first || !second) throw new Error("there are no two nodes");
  const devices = await Promise.all(Array.from({ length: 8 }, (_, n) => createDevice(first, `device ${n}`)));
  const pathOf = ({ id }: { readonly id: string }) => `/api/plugins/telemetry/DEVICE/${id}`;
  for (const device of devices)
    expectOk(await second.post(`${pathOf(device)}/timeseries/ANY`, { ts: 1, values: { name: device.id } }));
  const [, pid = ""] = /^ +node 2 .* process (\d+)$/m.exec(output()) ?? [];
  process.kill(Number(pid), "SIGKILL");

  const storedOf = (device: { readonly id: string }) =>
    first.get(`${pathOf(device)}/values/timeseries?keys=name`).then(({ text }) => text);
  for (const device of devices) await expect.poll(() => storedOf(device), { timeout: patienceMs }).toContain(device.id);
  expect(output()).toContain("the others take over its devices");
}

describe.skipIf(!hasCluster())("npm run cluster", () => {
  test("[CLU6, CLU3] starts nodes with all they share, says where they are and how to get in, goes on with what a killed one acknowledged, and ends everything", {
    timeout: 2 * patienceMs,
  }, async () => {
    const { child, exited, output } = cluster({ CLUSTER_NODES: "2" });
    await expect.poll(output, { timeout: patienceMs }).toContain("Ctrl+C ends it");
    const [, password = ""] = /with password (\S+)/.exec(output()) ?? [];
    const ports = [...output().matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
    const http = [...output().matchAll(/node \d+ +http:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));

    expect(http).toHaveLength(2);
    const admins = await Promise.all(http.map((port) => adminAt(port, password)));
    await killedOne(admins, output);
    for (const stream of [child.stdout, child.stderr]) stream.destroy(); // nobody listens any more
    child.kill("SIGINT");
    expect(await exited).toEqual([0, null]);
    expect(await Promise.all(ports.map(accepts))).toEqual(ports.map(() => false));
  });

  test("[CLU6] what is missing or wrong is said in one line", { timeout: patienceMs }, async () => {
    const many = cluster({ CLUSTER_NODES: "many" });
    const without = cluster({ HELIO_DATABASE_URL: "postgres://nowhere", PATH: "/nowhere" });

    expect([await many.exited, await without.exited]).toEqual([
      [1, null],
      [1, null],
    ]);
    expect(many.output().trim()).toBe("heliograph: CLUSTER_NODES is a number from 1 to 9, not many");
    expect(without.output().trim()).toMatch(/^heliograph: nats-server is missing: .*HELIO_NATS_URL$/);
  });
});
