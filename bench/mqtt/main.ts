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

async function compare(name: string, ours: Target, theirs: Target | undefined, connections: number, inFlight: number) {
  const peer = theirs && (await publish(theirs, connections, inFlight, seconds));
  const own = await publish(ours, connections, inFlight, seconds);
  const peerText = peer
    ? `mosquitto ${perSecond(peer.rate)}, ratio ${(own.rate / peer.rate).toFixed(2)}`
    : "no mosquitto";
  console.log(
    `${name}: ${perSecond(own.rate)} messages stored (${perSecond(own.rate * pointsPerMessage)} points), ` +
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
      console.log(`${devices} idle connections: ${each.toFixed(1)} KiB resident each`);
    });
    await publish(ours, 50, 20, 2); // warm
    const most = await compare("50 connections x 20 in flight", ours, theirs, 50, 20);
    await compare("1,000 connections x 1 in flight", ours, theirs, 1_000, 1);
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
