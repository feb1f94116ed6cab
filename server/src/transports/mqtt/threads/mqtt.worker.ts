import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import "../../../threads/agreed-time.ts"; // what is stamped here has the time of the other threads
import { openMqttPorts } from "../mqtt-ports.ts";
import { MqttServer } from "../mqtt-server.ts";
import { AppendSender } from "./append-line.ts";
import { Bridge } from "./bridge.ts";
import { remotePlatform, type ThreadSettings } from "./remote-platform.ts";
import { type PlatformBridge, RemoteRoster } from "./remote-roster.ts";
import { type RateSwitch, threadHandlers } from "./thread-handlers.ts";

/** What the node starts this thread with. */
export interface ThreadStart extends ThreadSettings {
  readonly appends: MessagePort;
}

if (parentPort === null) throw new Error("this file runs as a worker thread");

const { appends, ...settings } = workerData as ThreadStart; // our own main thread wrote it
const roster = new RemoteRoster(() => bridge);
const rates: RateSwitch = { areOn: false }; // the node says so before the ports are open
const handlers = threadHandlers(roster, rates, (options) => openMqttPorts(server, options));
const bridge: PlatformBridge = new Bridge(parentPort, handlers, (error) => {
  bridge.tell("log", "error", { err: error }, "a transport thread failed at something nobody waits for");
});
const server = new MqttServer(remotePlatform(bridge, new AppendSender(appends), roster, rates, settings));
