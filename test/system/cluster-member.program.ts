// A member of a cluster to be stopped, woken and killed: it joins, takes what is planned for it, appends to devices of all
// shards and says on standard output what was acknowledged and what was refused. Usage: node cluster-member.program.ts URL NAME.
// It ends with code 4 when the others have called it dead, as a node does; on "leave" it hands over and ends with 0.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../server/src/kernel/errors.ts";
import type { DeviceId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { joinCluster } from "../../server/src/start/join-cluster.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { isLongRun } from "../switches.ts";
import { clusterDevices, clusterLeaseMs } from "./cluster-terms.ts";

const [url = "", name = ""] = process.argv.slice(2);
const refusedPauseMs = 20;
/** At length as fast as a PostgreSQL takes them; else a tenth is as good a proof. */
const appendPauseMs = isLongRun() ? 2 : 25;
/** Whoever stood still for seconds reads at once, be this long or short. */
const readPauseMs = isLongRun() ? 50 : 200;
const lostExitCode = 4;

const say = (line: string): void => void writeSync(1, `${line}\n`);
let isLost = false;
let isLeaving = false;

const joined = await joinCluster({
  url,
  leaseMs: clusterLeaseMs,
  silenceMs: 10_000,
  place: name,
  version: "test",
  points: { folder: scratchFolder(name), readers: 1, arena: { points: 3_000, series: 20_000 } },
  onLost: () => {
    isLost = true;
    say("lost");
  },
  onTrouble: (error) => say(`trouble ${error}`),
});

/** Values that nobody else writes, one time each: what was acknowledged has to be there once. */
async function append(device: DeviceId, ts: number): Promise<void> {
  try {
    await joined.telemetry.append(device, [{ key: name, ts: epochMs(ts), value: ts }]);
    say(`acknowledged ${device} ${ts}`);
  } catch (error) {
    say(`refused ${device} ${ts} ${error instanceof AppError ? error.code : error}`);
    await sleep(refusedPauseMs);
  }
}

async function produce(device: DeviceId): Promise<void> {
  for (let ts = 1; !isLost && !isLeaving; ts++) {
    await append(device, ts);
    await sleep(appendPauseMs);
  }
}

/** The newest value it tells, again and again: of a device that another one has by now it must not tell any. */
async function read(device: DeviceId): Promise<void> {
  for (; !isLost && !isLeaving; await sleep(readPauseMs)) {
    const told = await joined.telemetry.latest(device, "all").catch(() => undefined);
    if (told) say(`told ${device} ${told.get(name)?.ts ?? 0}`);
  }
}

process.on("message", (message) => {
  if (message !== "leave") return;
  void joined.leave(10_000).then(() => {
    isLeaving = true;
  });
});
const holding = setInterval(() => process.send?.({ held: joined.telemetry.held.length }), 50);
await Promise.all(clusterDevices.flatMap((device) => [produce(device), read(device)]));
clearInterval(holding);
say("ended");
process.exit(isLost ? lostExitCode : 0);
