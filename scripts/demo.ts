// `npm run demo`: a node with a test field to look at, and devices that really connect over MQTT and HTTP [RUN7]. The data
// folder is a fresh one and goes with the demo. DEMO_DAYS says how much history there is, DEMO_DEVICES how many devices.
import { randomBytes } from "node:crypto";
import { startDemoNode } from "./demo/demo-node.ts";
import { fillScene, type Scene } from "./demo/fill-scene.ts";
import { stopTroupe } from "./demo/troupe.ts";

const wishes = {
  days: Number(process.env["DEMO_DAYS"] ?? 30),
  devices: Number(process.env["DEMO_DEVICES"] ?? 11),
};
const login = { username: "demo", password: randomBytes(9).toString("base64url") };
const stopRequested = Promise.withResolvers<void>();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stopRequested.resolve());

const env = { HELIO_TENANT: "Demo", HELIO_ADMIN_USERNAME: login.username, HELIO_ADMIN_PASSWORD: login.password };
const node = await startDemoNode(process.argv.slice(2), env);
let scene: Scene | undefined;
try {
  const began = performance.now();
  scene = await fillScene(node.addresses, login, wishes);
  process.stdout.write(`${welcome(scene, (performance.now() - began) / 1_000)}\n`);
  await Promise.race([stopRequested.promise, node.exited]);
} finally {
  await stopTroupe(scene?.players ?? []);
  await node.stop();
}

/** Where it is, how to get in, and four things to look at first. */
function welcome(
  { players, points, files, testFieldId, vehicleId, pumpsViewId, stage }: Scene,
  seconds: number,
): string {
  const at = node.addresses.http.replace("127.0.0.1", "localhost");
  const failing = stage.actors.find(({ name }) => name === "P-03")?.id;
  return [
    `Demo: ${players.length} devices at ${at}, log in as ${login.username} with password ${login.password}`,
    `(${Math.round(points / 1_000)} thousand points and ${files} files of ${wishes.days} days, in ${seconds.toFixed(1)} s; Ctrl+C ends and forgets it)`,
    "Look at first:",
    `  the test field      ${at}/dashboards/${testFieldId}`,
    `  the van             ${at}/dashboards/${vehicleId}`,
    `  all pumps           ${at}/devices?view=${pumpsViewId}`,
    `  a pump that fails   ${at}/devices/${failing}   every five minutes; its alarm comes and goes`,
  ].join("\n");
}
