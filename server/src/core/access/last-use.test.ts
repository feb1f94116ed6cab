import { expect, test } from "vitest";
import { newId, type SessionId } from "../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { LastUse } from "./last-use.ts";

const [one, other] = [newId<SessionId>(), newId<SessionId>()];
const at = (id: SessionId, ms: number) => ({ id, lastUsedTime: epochMs(ms) });

test("[AUTH8] the use of a session is known at once, and stored later in one go", async () => {
  const stored: ReadonlyMap<SessionId, EpochMs>[] = [];
  const use = new LastUse<SessionId>({ noteUse: async (uses) => void stored.push(uses) });

  for (const ms of [1_000, 2_000, 3_000]) use.seen(one, epochMs(ms));
  use.seen(other, epochMs(1_500));

  expect([at(one, 500), at(other, 9_000)].map((session) => use.lastOf(session))).toEqual([3_000, 9_000]);
  await use.keep();
  await use.keep();
  expect(stored).toEqual([
    new Map([
      [one, 3_000],
      [other, 1_500],
    ]),
  ]);
});

test("[AUTH8] uses that could not be stored are stored the next time, unless there are newer ones", async () => {
  const stored: ReadonlyMap<SessionId, EpochMs>[] = [];
  let isDown = true;
  const use = new LastUse<SessionId>({
    noteUse: async (uses) => {
      if (!isDown) return void stored.push(uses);
      use.seen(one, epochMs(2_000)); // while it is being stored
      throw new Error("the database does not answer");
    },
  });
  use.seen(one, epochMs(1_000));
  use.seen(other, epochMs(1_000));

  await expect(use.keep()).rejects.toThrow("does not answer");
  isDown = false;
  await use.keep();

  expect(new Map(stored[0])).toEqual(
    new Map([
      [one, 2_000],
      [other, 1_000],
    ]),
  );
});
