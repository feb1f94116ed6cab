import { expect, test } from "vitest";
import { WritablePoints } from "../../../../test/support/calculated-points.ts";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { LoggedCommit } from "./point-log.ts";
import { SharedLog } from "./shared-log.ts";

const device = newId<DeviceId>();

class Heard {
  readonly positions: number[] = [];
  committed({ position }: LoggedCommit): void {
    this.positions.push(position);
  }
}

test("[RUL3, RUL7] each follower hears what it has not passed and everything after; the slowest keeps the log", async () => {
  const log = new WritablePoints(1);
  const passed: number[] = [];
  const told = Object.assign(log, { passed: (position: number) => void passed.push(position) });
  const send = (ts: number) => log.send(device, [{ key: "a", ts: epochMs(ts), value: 1 }]);
  for (let ts = 1; ts <= 4; ts++) send(ts);
  const shared = new SharedLog(told, async () => [3, 1]);
  const [quick, slow] = [shared.branch("rules"), shared.branch("calculations")];
  const [first, second] = [new Heard(), new Heard()];

  expect(await quick.follow(first, 3)).toBe(3);
  expect(await slow.follow(second, 1)).toBe(1);
  send(5);
  quick.passed(5);
  slow.passed(4);

  expect(first.positions).toEqual([4, 5]);
  expect(second.positions).toEqual([2, 3, 4, 5]);
  expect(passed.at(-1)).toBe(4);
  await slow.unfollow();
  expect(passed.at(-1)).toBe(5);
});

test("[RUL7] one that never followed begins at the end", async () => {
  const log = new WritablePoints(1);
  log.send(device, [{ key: "a", ts: epochMs(1), value: 1 }]);
  const shared = new SharedLog(log, async () => [undefined, undefined]);
  const [one, other] = [shared.branch("rules"), shared.branch("calculations")];

  expect([await one.follow(new Heard(), undefined), await other.follow(new Heard(), undefined)]).toEqual([1, 1]);
});

test("[CLU3, RUL3] what a follower had not passed at a node that is gone is told to that one, and to the other that it has passed", async () => {
  const shared = new SharedLog(new WritablePoints(1), async () => [undefined, undefined]);
  const heard = { rules: [] as LoggedCommit[], calculations: [] as LoggedCommit[] };
  for (const name of ["rules", "calculations"] as const)
    await shared.branch(name).follow({ committed: (commit) => void heard[name].push(commit) }, undefined);
  const batches = [{ device, points: [{ key: "a", ts: epochMs(1), value: 1 }] }];

  shared.committed({ position: 9, arrival: epochMs(5), batches, unseen: { id: 1, by: "rules" } });

  expect(heard.rules).toMatchObject([{ position: 9, batches, unseen: { id: 1 } }]);
  expect(heard.calculations).toMatchObject([{ position: 9, batches: [] }]);
});
