import type { TelemetryStore } from "../../server/src/core/telemetry/index.ts";
import { deviceIds, type Message } from "./stream.ts";

/** Messages handed over in one turn of the event loop, as sockets would: 200 messages, 1,000 points. */
const messagesPerTurn = 200;
/** Turns that may be unanswered: 16,000 points, less than the peer's sixteen transactions. */
const mostInFlight = 16;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Appends every message and waits for every acknowledgement. */
export async function ingest(store: TelemetryStore, messages: Iterable<Message>): Promise<void> {
  const inFlight: Promise<unknown>[] = [];
  let turn: Promise<void>[] = [];
  for (const { device, points } of messages) {
    turn.push(store.append(deviceIds[device] ?? ("" as never), points));
    if (turn.length < messagesPerTurn) continue;
    inFlight.push(Promise.all(new Set(turn))); // appends of one commit share their promise
    turn = [];
    if (inFlight.length >= mostInFlight) await inFlight.shift();
    else await nextTurn();
  }
  await Promise.all([...inFlight, ...turn]);
}
