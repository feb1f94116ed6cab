// Messages of three keys with QoS 1, everything stored before its PUBACK, against Debian's mosquitto, which stores
// nothing. Both run on this machine in one go, in turns; the generator takes a core of its own. Repeated for every
// number of transport threads in BENCH_MQTT_THREADS.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildNode, logIn, startChildNode } from "../child-node.ts";
import { buildLoad, idle, publish, storm, type Target } from "./load.ts";
import { startMosquitto } from "./mosquitto.ts";

const devices = Number(process.env["BENCH_DEVICES"] ?? 10_000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);
const threadCounts = (process.env["BENCH_MQTT_THREADS"] ?? "0,1,2").split(",").map(Number);
const pointsPerMessage = 3;
/** KiB. */
const idleAim = 12;

const tokenOf = (number: number): string => `bench-token-${number}`;

async function createDevices(node: ChildNode): Promise<string> {
  const tokens = Array.from({ length: devices }, (_, number) => tokenOf(number));
  const user = await logIn(node.port);
  const csv = ["name,token", ...tokens.map((token, number) => `bench ${number},${token}`)].join("\n");
  const response = await user.post(`/api/tenants/${user.tenantId}/devices/import`, csv, "text/csv");
  if (!response.ok) throw new Error(`the devices could not be created: ${await response.text()}`);
  const file = join(mkdtempSync(join(tmpdir(), "heliograph-tokens-")), "tokens");
  writeFileSync(file, `${tokens.join("\n")}\n`);
  return file;
}

const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString("en")}/s`;

interface Line {
  readonly connections: number;
  readonly inFlight: number;
  /** Times mosquitto's rate. */
  readonly aim: number;
}

const judged = (value: number, aim: number, isMet: boolean): string =>
  `${value.toFixed(2)} (aim ${aim}: ${isMet ? "met" : "MISSED"})`;

async function compare({ connections, inFlight, aim }: Line, ours: Target, theirs: Target | undefined) {
  const peer = theirs && (await publish(theirs, connections, inFlight, seconds));
  const own = await publish(ours, connections, inFlight, seconds);
  const ratio = peer ? own.rate / peer.rate : 0;
  const peerText = peer
    ? `mosquitto ${perSecond(peer.rate)}, ratio ${judged(ratio, aim, ratio >= aim)}`
    : "no mosquitto";
  console.log(
    `${connections} connections x ${inFlight} in flight: ${perSecond(own.rate)} messages stored (${perSecond(own.rate * pointsPerMessage)} points), ` +
      `p50 ${own.p50ms} ms, p99 ${own.p99ms} ms, lost ${own.lost}; ${peerText}`,
  );
  return own;
}

interface Peer {
  readonly program: string;
  readonly port: number | undefined;
}

const targetOf = ({ program, port }: Peer, tokens: string): Target | undefined =>
  port === undefined ? undefined : { program, port, tokens };

/** Everything about a node with so many transport threads. */
async function measure(threads: number, peer: Peer): Promise<void> {
  console.log(threads === 0 ? "\nMQTT in the main thread:" : `\n${threads} transport thread(s):`);
  const node = await startChildNode({ HELIO_MQTT_THREADS: String(threads) });
  try {
    const tokens = await createDevices(node);
    const ours: Target = { program: peer.program, port: node.mqttPort, tokens };
    const theirs = targetOf(peer, tokens);
    // First, in a process that has done nothing else: later, memory freed before would hide what a connection costs.
    const before = node.residentBytes();
    await idle(ours, devices, () => {
      const each = (node.residentBytes() - before) / devices / 1_024;
      console.log(`${devices} idle connections: KiB resident each ${judged(each, idleAim, each <= idleAim)}`);
    });
    await publish(ours, 50, 20, 2); // warm
    const most = await compare({ connections: 50, inFlight: 20, aim: 0.8 }, ours, theirs);
    await compare({ connections: 1_000, inFlight: 1, aim: 0.35 }, ours, theirs);
    const half = await publish(ours, 50, 20, seconds, most.rate / 2);
    console.log(`at half the rate (${perSecond(half.rate)}): p50 ${half.p50ms} ms, p99 ${half.p99ms} ms`);
    const stormed = await storm(ours, devices);
    const served = `${stormed.acknowledged} of ${devices} devices served in ${stormed.seconds.toFixed(2)} s`;
    console.log(`connect storm: ${served}`);
  } finally {
    await node.stop();
  }
}

const mosquitto = await startMosquitto();
try {
  const peer: Peer = { program: buildLoad(), port: mosquitto?.port };
  for (const threads of threadCounts) await measure(threads, peer);
} finally {
  mosquitto?.stop();
}
