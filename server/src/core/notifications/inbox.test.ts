import { expect, test } from "vitest";
import type { AuthorityId, NotificationId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { Inbox, type InboxMessage, type InboxStore } from "./inbox.ts";

const message = (id: number, fields: Partial<InboxMessage> = {}): InboxMessage => ({
  ...{ id: String(id) as NotificationId, createdTime: epochMs(id), subject: `Major: Hot ${id}`, text: "", read: false },
  ...{ severity: "MAJOR", occasion: "RAISED", count: 1, alarmId: null, deviceId: null, policyName: "Pumps" },
  ...fields,
});

function inboxOf(messages: readonly InboxMessage[]) {
  const store: Partial<InboxStore> = {
    stream: async function* () {
      for (let at = 0; at < messages.length; at += 2) yield messages.slice(at, at + 2);
    },
  };
  return new Inbox(store as InboxStore, { publish: () => undefined } as never, 500);
}

test("[NTF1] an inbox is searched as a whole and answered by pages, whatever letters somebody uses", async () => {
  const cooling = { subject: "Major: KÜHLUNG aus" };
  const messages = [1, 2, 3, 4, 5].map((id) => message(id, id % 2 === 1 ? cooling : { severity: "MINOR" }));
  const find = async (severity: InboxMessage["severity"] | undefined, textSearch: string | undefined, page: number) => {
    const filter = { onlyUnread: false, severity, textSearch };
    const found = await inboxOf(messages).list("a" as AuthorityId, filter, { page, limit: 2 });
    return [found.totalElements, found.data.map(({ id }) => id)];
  };

  expect(await find(undefined, "kühlung", 0)).toEqual([3, ["1", "3"]]);
  expect(await find(undefined, "kühlung", 1)).toEqual([3, ["5"]]);
  expect(await find("MINOR", undefined, 0)).toEqual([2, ["2", "4"]]);
  expect(await find("MINOR", "pumps", 0)).toEqual([2, ["2", "4"]]);
  expect(await find("CRITICAL", undefined, 0)).toEqual([0, []]);
});
