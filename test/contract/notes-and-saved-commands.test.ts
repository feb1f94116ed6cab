import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlTransactions } from "../../server/src/adapters/sql/sql-transactions.ts";
import { SqlNoteStore } from "../../server/src/adapters/sql/stores/note-store.ts";
import { SqlSavedCommandStore } from "../../server/src/adapters/sql/stores/saved-command-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { type NoteProperties, Notes } from "../../server/src/core/notes/index.ts";
import { type Reach, wholeTenant } from "../../server/src/core/projects/index.ts";
import { SavedCommands } from "../../server/src/core/saved-commands/index.ts";
import { type AuthorityId, type DeviceId, newId, type ProjectId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";
import { storedDevice } from "../support/stored-device.ts";

onEveryDatabase("notes and saved commands", (open) => {
  async function arrange(most = 10) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const device = await storedDevice(database);
    const now = { ms: 1_000 };
    const shared = { audit: noAudit, clock: () => epochMs(now.ms++), transactions: new SqlTransactions(database) };
    const devices = { require: async () => ({}) as never };
    const notes = new Notes({ ...shared, devices, store: new SqlNoteStore(database) }, most);
    const saved = new SavedCommands({ ...shared, store: new SqlSavedCommandStore(database) }, most);
    const reach = wholeTenant(device.tenantId);
    const nowhere: Reach = { ...reach, projects: new Set([newId<ProjectId>()]) };
    const at = (startTs: number, text: string, more: Partial<NoteProperties> = {}): NoteProperties => ({
      ...{ deviceId: device.id, startTs: epochMs(startTs), endTs: null, text },
      ...more,
    });
    const texts = async (more: object = {}, by = reach) => {
      const any = { deviceIds: undefined, startTime: undefined, endTime: undefined, textSearch: undefined };
      const query = { ...any, tenantId: by.tenantId, projects: by.projects, ...more };
      const page = await notes.list(query, { page: 0, limit: 50 });
      expect((await Array.fromAsync(notes.stream(query))).flat()).toEqual(page.data);
      return page.data.map(({ text }) => text);
    };
    const somebody = async (): Promise<UserId> => {
      const id = newId<UserId>();
      const names = { username: randomUUID(), firstName: null, lastName: null, passwordHash: "hash" };
      const place = { id: newId<AuthorityId>(), tenantId: device.tenantId, createdTime: epochMs(3) };
      await new SqlUserStore(database).create(
        { id, createdTime: epochMs(2), ...names },
        { ...place, role: "OPERATOR" },
      );
      return id;
    };
    return { database, device, notes, saved, reach, nowhere, at, texts, somebody, [Symbol.asyncDispose]: dispose };
  }

  test("[#17.23] notes of a device and of the tenant are found by time, device and text, newest first", async () => {
    await using given = await arrange();
    const { notes, reach, at, texts, device } = given;
    await notes.create(reach, "ada", at(10, "Valve changed"));
    await notes.create(reach, "ada", at(20, "Run 7", { endTs: epochMs(40) }));
    await notes.create(reach, "bob", at(30, "Power cut", { deviceId: null }));

    expect(await texts()).toEqual(["Power cut", "Run 7", "Valve changed"]);
    expect(await texts({ startTime: 35, endTime: 90 })).toEqual(["Run 7"]);
    expect(await texts({ endTime: 20 })).toEqual(["Valve changed"]);
    expect(await texts({ textSearch: "VALVE" })).toEqual(["Valve changed"]);
    expect(await texts({ deviceIds: [newId<DeviceId>()] })).toEqual(["Power cut"]);
    expect(await texts({ deviceIds: [device.id] })).toHaveLength(3);
    expect(await texts({}, given.nowhere)).toEqual(["Power cut"]); // its device is in no project of theirs
    await device.remove();
    expect(await texts()).toEqual(["Power cut"]);
  });

  test("[#17.23] of two who change a note the second is told, and what is out of reach is not there", async () => {
    await using given = await arrange(2);
    const { notes, reach, nowhere, at } = given;
    const note = await notes.create(reach, "ada", at(10, "Valve"));

    const changes = await Promise.allSettled(
      ["one", "other"].map((text) => notes.update(reach, note.id, at(10, text), 1)),
    );

    expect(changes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await notes.require(reach, note.id)).version).toBe(2);
    await expect(notes.require(nowhere, note.id)).rejects.toMatchObject({ code: "NOTE_NOT_FOUND" });
    await expect(notes.remove(nowhere, note.id)).rejects.toMatchObject({ code: "NOTE_NOT_FOUND" });
    const ofAll = at(1, "of all", { deviceId: null });
    await expect(notes.create(nowhere, "eve", ofAll)).rejects.toMatchObject({ fault: "forbidden" });
    const backwards = at(5, "backwards", { endTs: epochMs(4) });
    await expect(notes.create(reach, "ada", backwards)).rejects.toMatchObject({ code: "NOTE_RANGE_INVALID" });
    await notes.create(reach, "ada", ofAll);
    await expect(notes.create(reach, "ada", at(2, "third"))).rejects.toMatchObject({ code: "NOTES_TOO_MANY" });
    await notes.remove(reach, note.id);
    await expect(notes.remove(reach, note.id)).rejects.toMatchObject({ code: "NOTE_NOT_FOUND" });
  });

  test("[#17.26] saved commands are one's own or everybody's, changed by who made them, and bounded", async () => {
    await using given = await arrange(2);
    const { saved, device, somebody } = given;
    const [ada, bob] = [await somebody(), await somebody()].map((userId) => ({ userId, tenantId: device.tenantId }));
    if (!ada || !bob) throw new Error("nobody");
    const idn = { type: "SCPI", target: "dev", text: "*IDN?" } as const;
    const names = async (by: typeof ada) => (await saved.list(by)).map(({ name }) => name);

    const own = await saved.create(ada, { name: "mine", isShared: false, command: idn });
    const relay = { type: "RPC", method: "setRelay", params: { on: 1.5 } } as const;
    const shared = await saved.create(ada, { name: "Both", isShared: true, command: relay });

    expect(await names(ada)).toEqual(["Both", "mine"]);
    expect((await saved.list(bob)).map(({ command }) => command)).toEqual([relay]);
    await expect(saved.remove(bob, own.id)).rejects.toMatchObject({ code: "SAVED_COMMAND_NOT_FOUND" });
    await expect(saved.remove(bob, shared.id)).rejects.toMatchObject({ code: "SAVED_COMMAND_OF_ANOTHER" });
    const third = { name: "third", isShared: false, command: idn };
    await expect(saved.create(ada, third)).rejects.toMatchObject({ code: "SAVED_COMMANDS_TOO_MANY" });
    const halved = { ...third, command: { type: "RPC" } } as const;
    await expect(saved.create(bob, halved)).rejects.toMatchObject({ code: "SAVED_COMMAND_INCOMPLETE" });
    await saved.update(ada, shared.id, { name: "mine now", isShared: false, command: idn });
    expect(await names(bob)).toEqual([]);
    await saved.remove(ada, own.id);
    expect(await names(ada)).toEqual(["mine now"]);
  });
});
