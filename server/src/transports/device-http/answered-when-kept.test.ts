import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Deliveries } from "../../core/files/index.ts";
import { deviceFunctions } from "./device-functions.ts";

const device = { id: "d" };
const blob = { sha256: "00", size: 1 };

/** Commands that are asked for one kind of answer and take their time to keep it. */
function slowCommands(type: string) {
  const kept = Promise.withResolvers<object>();
  const command = { deviceId: device.id, messageId: 7, body: { type, name: "run.osf", tag: "default" } };
  const commands = { findByMessageId: async () => command, answer: () => kept.promise, extend: () => undefined };
  const files = {
    announce: async () => undefined,
    keep: async () => ({ name: "run.osf", tag: "default" }),
    receive: (_owner: unknown, _bytes: unknown, keep: (one: typeof blob) => unknown) => keep(blob),
  };
  const store = { applyCoverage: async () => 0, find: async () => ({}) };
  const deliveries = new Deliveries(files as never, store as never, commands as never, {} as never);
  return { parts: { commands, files, deliveries }, kept };
}

async function* content() {
  yield Buffer.from('<?xml version="1.0"?><FileList></FileList>');
}

test.for([
  ["RETURN_SCPI", "SCPI"],
  ["RETURN_BASH", "SCRIPT"],
  ["RETURN_ERROR", "SCRIPT"],
  ["RETURN_LIST", "LIST_FILES"],
  ["RETURN_FILE", "REQUEST_FILE"],
] as const)("[REL1, DHP3] %s is acknowledged when the answer is kept, not before", async ([name, type]) => {
  const { parts, kept } = slowCommands(type);
  const exchange = { device, messageId: 7, part: { fileName: "run.osf", content: content() } };
  let isAcknowledged = false;

  const outcome = deviceFunctions[name](exchange as never, parts as never).then(() => (isAcknowledged = true));
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(isAcknowledged).toBe(false);

  kept.resolve({});
  await outcome;
});
