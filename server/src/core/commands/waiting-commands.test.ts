import { expect, test } from "vitest";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { WaitingCommands } from "./waiting-commands.ts";

const device = newId<DeviceId>();

async function arrange() {
  const waiting = new WaitingCommands({ waiting: async () => [{ deviceId: device, type: "SCRIPT" }] });
  await waiting.load();
  return waiting;
}

test("until it is known what waits, something may wait for everybody", () => {
  const waiting = new WaitingCommands({ waiting: async () => [] });

  expect(waiting.mayHave(device, ["SCRIPT"])).toBe(true);
});

test("what the store had at the start is asked for, and forgotten when it is not there any more", async () => {
  const waiting = await arrange();
  expect(waiting.mayHave(newId<DeviceId>(), ["SCRIPT"])).toBe(false);
  expect(waiting.mayHave(device, ["SCRIPT", "RPC"])).toBe(true);

  await waiting.ask(device, ["SCRIPT"], async () => ["one"]);
  expect(waiting.mayHave(device, ["SCRIPT"])).toBe(true); // there may be more
  await waiting.ask(device, ["SCRIPT"], async () => []);

  expect(waiting.mayHave(device, ["SCRIPT"])).toBe(false);
});

test("[CMD2] what is queued while the store looks is not forgotten", async () => {
  const waiting = await arrange();

  await waiting.ask(device, ["SCRIPT"], async () => {
    waiting.add(device, "SCRIPT");
    return [];
  });

  expect(waiting.mayHave(device, ["SCRIPT"])).toBe(true);
});

test("[CMD2] a transport that finds nothing leaves what waits for the other one", async () => {
  const waiting = await arrange();
  waiting.add(device, "RPC");

  await waiting.ask(device, ["SCRIPT"], async () => []);

  expect(waiting.mayHave(device, ["RPC"])).toBe(true);
});
