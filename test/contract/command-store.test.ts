import { sql } from "kysely";
import { expect, test } from "vitest";
import { SqlCommandStore } from "../../server/src/adapters/sql/stores/command-store.ts";
import type { Command, CommandBody, NewCommand } from "../../server/src/core/commands/index.ts";
import { type CommandId, type DeviceId, type MqttSessionId, newId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { storedDevice } from "../support/stored-device.ts";

const minute = 60_000;
const many = 1_000;
const everyType = ["LIST_FILES", "REQUEST_FILE", "SCRIPT", "SCPI", "RPC"] as const;
const list: CommandBody = { type: "LIST_FILES", startTime: epochMs(0), endTime: epochMs(1), tag: "preview" };
const file: CommandBody = { type: "REQUEST_FILE", name: "/a/b.osfz", tag: "preview" };
const script: CommandBody = { type: "SCRIPT", text: "echo 'ä'\n" };
const scpi: CommandBody = { type: "SCPI", target: "app", text: "*IDN?" };
const rpc: CommandBody = { type: "RPC", method: "m", params: '{"a":1}', oneway: false };

onEveryDatabase("CommandStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const store = new SqlCommandStore(database);
    const device = await storedDevice(database);
    let created = 1_000;
    const newCommand = (body: CommandBody, more: Partial<NewCommand> = {}): NewCommand => ({
      id: newId<CommandId>(),
      deviceId: device.id,
      body,
      createdTime: epochMs(created++),
      createdBy: "somebody",
      expiresTime: null,
      timeoutMs: null,
      ...more,
    });
    return {
      database,
      store,
      device,
      newCommand,
      add: async (body: CommandBody, more: Partial<NewCommand> = {}): Promise<Command> => {
        const added = await store.add(newCommand(body, more), many);
        if (!("command" in added)) throw new Error(added.outcome);
        return added.command;
      },
      take: (now = 10_000, limit = many, types: readonly CommandBody["type"][] = everyType) =>
        store.take({ deviceId: device.id, types, limit, now: epochMs(now), timeoutMs: 5 * minute }),
      [Symbol.asyncDispose]: dispose,
    };
  }

  test("[MQ7] calls of a session are its own until they are acknowledged, closed or put back", async () => {
    await using given = await arrange();
    const session = newId<MqttSessionId>();
    const unacknowledged = async () =>
      (await given.store.unacknowledged(given.device.id, session)).map(({ messageId }) => messageId);
    for (let n = 0; n < 4; n++) await given.add(rpc);
    const request = { deviceId: given.device.id, types: everyType, now: epochMs(10_000), timeoutMs: minute };
    await given.store.take({ ...request, limit: 3, session });
    await given.store.take({ ...request, limit: 1 });

    expect(await unacknowledged()).toEqual([1, 2, 3]);
    await given.store.delivered(given.device.id, 1, epochMs(10_001));
    await given.store.putBack(given.device.id, [2]);
    expect(await unacknowledged()).toEqual([3]);
    await given.store.answer(given.device.id, 3, ["RPC"], { succeeded: true, text: "1" }, epochMs(10_002));

    expect(await unacknowledged()).toEqual([]);
    expect(await given.store.unacknowledged(given.device.id, newId())).toEqual([]);
  });

  test("[RUN12] when the clock is set the time for an answer moves along", async () => {
    await using given = await arrange();
    await given.add(script, { timeoutMs: minute });
    await given.take(10_000);

    await given.store.shiftTimeouts(60 * minute);

    expect(await given.store.sweep(epochMs(10_000 + 60 * minute))).toEqual([]);
    expect(await given.store.sweep(epochMs(10_000 + 61 * minute))).toMatchObject([{ status: "FAILED" }]);
  });

  test("[CMD2, RUN12] what is out has its whole time anew when a node starts, wherever the clock stands by then", async () => {
    await using given = await arrange();
    await given.add(script, { timeoutMs: minute });
    await given.add(script);
    await given.take(10_000);
    const later = 10_000 + 60 * minute;

    await given.store.renewTimeouts(epochMs(later), 5 * minute);

    expect(await given.store.sweep(epochMs(later))).toEqual([]);
    expect(await given.store.sweep(epochMs(later + minute))).toMatchObject([{ status: "FAILED", messageId: 1 }]);
    expect(await given.store.sweep(epochMs(later + 5 * minute))).toMatchObject([{ status: "FAILED", messageId: 2 }]);
  });

  test("[CMD2] what was queued is handed out once, oldest first, and is SENT then", async () => {
    await using given = await arrange();
    const bodies = [list, file, script, scpi, rpc];
    for (const body of bodies) await given.add(body);

    const first = await given.take(10_000, 2);
    const rest = await given.take(10_001);

    expect([...first, ...rest].map(({ body }) => body)).toEqual(bodies);
    expect([...first, ...rest].every(({ status, attempts }) => status === "SENT" && attempts === 1)).toBe(true);
    expect(first[0]?.sentTime).toBe(10_000);
    expect(await given.take(10_002)).toEqual([]);
  });

  test("[CMD2] no more are handed out than asked for, whatever plan PostgreSQL makes of it", async () => {
    await using given = await arrange();
    for (let n = 0; n < 20; n++) await given.add(script);

    const taken = await given.database.transact(async (trx) => {
      if (given.database.kind === "postgres")
        // A plan that looks at the chosen ones again for each command, as one made of old statistics does.
        for (const way of ["hashjoin", "mergejoin", "hashagg", "sort", "material"])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      return given.take(10_000, 7);
    });

    expect(taken).toHaveLength(7);
    expect(await given.take(10_000)).toHaveLength(13);
  });

  test("who has something waiting is told with the type, until it is taken", async () => {
    await using given = await arrange();
    for (const body of [script, script, rpc]) await given.add(body);

    expect((await given.store.waiting()).map(({ type }) => type).sort()).toEqual(["RPC", "SCRIPT"]);
    expect((await given.store.waiting()).every(({ deviceId }) => deviceId === given.device.id)).toBe(true);
    await given.take();
    expect(await given.store.waiting()).toEqual([]);
  });

  test("[CMD2] two who take at once never get the same command", async () => {
    await using given = await arrange();
    for (let n = 0; n < 20; n++) await given.add(script);

    const taken = await Promise.all(Array.from({ length: 4 }, () => given.take(10_000, 7)));

    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids, ...(await given.take()).map(({ id }) => id)]).toHaveLength(20);
  });

  test("[CMD2] only the types asked for are handed out", async () => {
    await using given = await arrange();
    await given.add(list);
    await given.add(rpc);

    expect((await given.take(10_000, 10, ["RPC"])).map(({ body }) => body.type)).toEqual(["RPC"]);
    expect((await given.take(10_000)).map(({ body }) => body.type)).toEqual(["LIST_FILES"]);
  });

  test("[CMD3] the same list or file is one command while the first waits; scripts, SCPI and calls are not merged", async () => {
    await using given = await arrange();
    const first = await given.add(list);

    expect((await given.add(list)).id).toBe(first.id);
    expect((await given.add({ ...list, tag: "other" })).id).not.toBe(first.id);
    expect((await given.add(file)).id).toBe((await given.add(file)).id);
    for (const body of [script, scpi, rpc]) expect((await given.add(body)).id).not.toBe((await given.add(body)).id);
    await given.take();
    expect((await given.add(list)).id).not.toBe(first.id);
  });

  test("[CMD3] the same list queued many times at once is one command", async () => {
    await using given = await arrange();

    const added = await Promise.all(Array.from({ length: 10 }, () => given.add(list)));

    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  });

  test("[CMD3] message ids count up from 1 for each device", async () => {
    await using given = await arrange();

    const ids = [await given.add(script), await given.add(script), await given.add(rpc)];

    expect(ids.map(({ messageId }) => messageId)).toEqual([1, 2, 3]);
  });

  test("[CMD2] what was taken and never left waits again in its old place, as if nothing had happened", async () => {
    await using given = await arrange();
    const [first, second] = [await given.add(rpc), await given.add(rpc)];
    await given.take();
    await given.add(rpc);

    const back = await given.store.putBack(given.device.id, [second.messageId, first.messageId]);

    expect(back).toEqual([first, second]);
    expect(await given.store.waiting()).toHaveLength(1);
    expect(
      await given.store.answer(given.device.id, 1, ["RPC"], { succeeded: true, text: "?" }, epochMs(1)),
    ).toMatchObject({
      status: "QUEUED",
    });
    expect((await given.take()).map(({ messageId, attempts }) => [messageId, attempts])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  test("[CMD2] only what counts as sent is put back: not what was cancelled, nor another device's", async () => {
    await using given = await arrange();
    const [cancelled, sent, waiting] = [await given.add(rpc), await given.add(rpc), await given.add(rpc)];
    await given.take(10_000, 2);
    await given.store.cancel(given.device.id, cancelled.id, epochMs(10_001));
    const ids = [cancelled, sent, waiting].map(({ messageId }) => messageId);

    expect(await given.store.putBack(newId<DeviceId>(), ids)).toEqual([]);
    expect(await given.store.putBack(given.device.id, [])).toEqual([]);
    expect(await given.store.putBack(given.device.id, ids)).toEqual([sent]);
  });

  test("[CMD2] what can never reach the device has failed: the reason is the error, and there is no answer", async () => {
    await using given = await arrange();
    const { messageId } = await given.add(rpc);
    await given.take();

    const failed = await given.store.fail(given.device.id, messageId, "too large", epochMs(20_000));
    const later = await given.store.answer(
      given.device.id,
      messageId,
      ["RPC"],
      { succeeded: true, text: "x" },
      epochMs(2),
    );

    expect(failed).toMatchObject({ status: "FAILED", error: "too large", answer: null, answeredTime: null });
    expect(later).toMatchObject({ status: "FAILED", error: "too large" });
    expect(await given.store.fail(given.device.id, 99, "unknown", epochMs(1))).toBeUndefined();
  });

  test("[CMD2] an answer closes the command and is kept, with its time", async () => {
    await using given = await arrange();
    const { messageId, id } = await given.add(scpi);
    await given.take();

    await given.store.answer(given.device.id, messageId, everyType, { succeeded: true, text: "ACME" }, epochMs(20_000));

    expect(await given.store.find(given.device.id, id)).toMatchObject({
      status: "DONE",
      answer: "ACME",
      answeredTime: 20_000,
      createdBy: "somebody",
    });
  });

  test("[CMD2] an answer that says no ends as FAILED; an unknown id, or one of another device, has no command", async () => {
    await using given = await arrange();
    const { messageId } = await given.add(script);
    await given.take();
    const no = { succeeded: false, text: "no such program" };

    expect(await given.store.answer(newId<DeviceId>(), messageId, everyType, no, epochMs(1))).toBeUndefined();
    expect(await given.store.answer(given.device.id, 99, everyType, no, epochMs(1))).toBeUndefined();
    expect(await given.store.answer(given.device.id, messageId, everyType, no, epochMs(1))).toMatchObject({
      status: "FAILED",
    });
  });

  test("[CMD2, DHP3] an answer of a kind the command cannot have is none", async () => {
    await using given = await arrange();
    const { messageId, id } = await given.add(file);
    await given.take();
    const yes = { succeeded: true, text: "3 files" };

    expect(await given.store.answer(given.device.id, messageId, ["LIST_FILES"], yes, epochMs(1))).toBeUndefined();

    expect(await given.store.find(given.device.id, id)).toMatchObject({ status: "SENT", answer: null });
  });

  test("[CMD2] a list without an answer goes back into the queue, five times, then fails", async () => {
    await using given = await arrange();
    const { id } = await given.add(list);
    let now = 10_000;

    for (let round = 1; round <= 6; round++) {
      expect(await given.take(now)).toHaveLength(1);
      expect(await given.store.sweep(epochMs(now + 5 * minute - 1))).toEqual([]);
      now += 5 * minute;
      const [swept] = await given.store.sweep(epochMs(now));
      expect(swept?.status).toBe(round <= 5 ? "QUEUED" : "FAILED");
    }

    expect(await given.take(now)).toEqual([]);
    expect(await given.store.find(given.device.id, id)).toMatchObject({
      status: "FAILED",
      error: "no answer",
      attempts: 6,
    });
  });

  test.each([script, scpi, rpc])("[CMD2] $type goes out at most once and fails without an answer", async (body) => {
    await using given = await arrange();
    await given.add(body);
    await given.take(10_000);

    const [swept] = await given.store.sweep(epochMs(10_000 + 5 * minute));

    expect(swept).toMatchObject({ status: "FAILED", error: "no answer", attempts: 1 });
    expect(await given.take(10_001 + 5 * minute)).toEqual([]);
  });

  test("[CMD2] a late answer still closes its command: requeued, or failed by silence", async () => {
    await using given = await arrange();
    const requeued = await given.add(list);
    const failed = await given.add(script);
    await given.take(10_000);
    await given.store.sweep(epochMs(10_000 + 5 * minute));
    const answer = { succeeded: true, text: "late" };

    for (const { messageId } of [requeued, failed]) {
      await given.store.answer(given.device.id, messageId, everyType, answer, epochMs(9e6));
    }

    for (const { id } of [requeued, failed]) {
      expect(await given.store.find(given.device.id, id)).toMatchObject({
        status: "DONE",
        answer: "late",
        error: null,
      });
    }
    expect(await given.take(9e6)).toEqual([]);
  });

  test("[CMD2] what was never handed out cannot be answered", async () => {
    await using given = await arrange();
    const { messageId } = await given.add(rpc);

    await given.store.answer(given.device.id, messageId, everyType, { succeeded: true, text: "?" }, epochMs(1));

    expect(await given.take()).toHaveLength(1);
  });

  test("[CMD2] a running upload extends the time for the answer", async () => {
    await using given = await arrange();
    const { messageId } = await given.add(file);
    await given.take(10_000);

    await given.store.extend(given.device.id, messageId, epochMs(10_000 + 20 * minute));

    expect(await given.store.sweep(epochMs(10_000 + 19 * minute))).toEqual([]);
    expect(await given.store.sweep(epochMs(10_000 + 20 * minute))).toHaveLength(1);
  });

  test("[CMD2] a command expires in the queue, and is not handed out after its time", async () => {
    await using given = await arrange();
    await given.add(rpc, { expiresTime: epochMs(15_000), timeoutMs: 1_000 });

    expect(await given.take(15_000)).toEqual([]);
    expect(await given.store.sweep(epochMs(15_000))).toMatchObject([{ status: "EXPIRED" }]);
  });

  test("[CMD2] a command has its own time for the answer", async () => {
    await using given = await arrange();
    await given.add(rpc, { timeoutMs: 1_000 });
    await given.take(10_000);

    expect(await given.store.sweep(epochMs(10_999))).toEqual([]);
    expect(await given.store.sweep(epochMs(11_000))).toMatchObject([{ status: "FAILED" }]);
  });

  test("[CMD2] delivery closes a one-way call and nothing else", async () => {
    await using given = await arrange();
    const oneway = await given.add({ ...rpc, oneway: true });
    const twoway = await given.add(rpc);
    await given.take();

    const done = await given.store.delivered(given.device.id, oneway.messageId, epochMs(20_000));
    const open = await given.store.delivered(given.device.id, twoway.messageId, epochMs(20_000));

    expect([done?.status, open?.status]).toEqual(["DONE", "SENT"]);
  });

  test("[CMD2] what waits or was sent can be cancelled, what is finished cannot", async () => {
    await using given = await arrange();
    const waiting = await given.add(script);
    const cancel = (id: CommandId) => given.store.cancel(given.device.id, id, epochMs(1));

    expect(await cancel(waiting.id)).toMatchObject({ status: "CANCELLED" });
    expect(await cancel(waiting.id)).toBe("finished");
    expect(await cancel(newId<CommandId>())).toBe("not-found");
    expect(await given.take()).toEqual([]);
  });

  test("a cancelled command stays cancelled when its answer comes, and the answer is kept", async () => {
    await using given = await arrange();
    const { id, messageId } = await given.add(scpi);
    await given.take();
    await given.store.cancel(given.device.id, id, epochMs(1));

    const after = await given.store.answer(
      given.device.id,
      messageId,
      everyType,
      { succeeded: true, text: "x" },
      epochMs(2),
    );

    expect(after).toMatchObject({ status: "CANCELLED", answer: "x" });
  });

  test("[REL2] a queue has an end, and a device that is gone has none", async () => {
    await using given = await arrange();
    await given.add(script);
    await given.add(script);

    expect(await given.store.add(given.newCommand(script), 2)).toEqual({ outcome: "full" });
    const stranger = given.newCommand(script, { deviceId: newId<DeviceId>() });
    expect(await given.store.add(stranger, 2)).toEqual({ outcome: "no-such-device" });
  });

  test("[DEV3] a removed device takes its commands along", async () => {
    await using given = await arrange();
    const { id } = await given.add(script);

    await given.device.remove();

    expect(await given.store.find(given.device.id, id)).toBeUndefined();
  });

  test("[API5] lists are newest first, filtered, and the same as page and as stream", async () => {
    await using given = await arrange();
    for (const body of [script, scpi, script]) await given.add(body);
    const query = { deviceId: given.device.id, status: undefined, type: "SCRIPT" as const };

    const page = await given.store.page(query, { page: 0, limit: 10 });
    const streamed = (await Array.fromAsync(given.store.stream(query))).flat();

    expect(page.map(({ messageId }) => messageId)).toEqual([3, 1]);
    expect(streamed).toEqual(page);
    expect(await given.store.count(query)).toBe(2);
    expect(await given.store.count({ ...query, status: "SENT" })).toBe(0);
  });

  test("what was finished long ago is forgotten, what waits is not", async () => {
    await using given = await arrange();
    const { messageId } = await given.add(scpi);
    await given.add(script);
    await given.take(10_000, 1);
    await given.store.answer(given.device.id, messageId, everyType, { succeeded: true, text: "x" }, epochMs(20_000));

    expect(await given.store.removeFinished(epochMs(20_000))).toBe(0);
    expect(await given.store.removeFinished(epochMs(20_001))).toBe(1);
    expect(await given.take(30_000)).toHaveLength(1);
  });
});
