import { expect, test } from "vitest";
import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { WaitingInput } from "../inputs/told-change.ts";
import { Backlog } from "./backlog.ts";

const inputAt = (position: number, seq: number): WaitingInput => ({
  ...{ deviceId: "device" as DeviceId, kind: "ATTRIBUTE", name: "SERVER_SCOPE a", value: 1, before: null },
  ...{ time: position, seq, position, hops: 0 },
});

/** A backlog on inputs that are stored, and in which order everything is done. */
function arrange(stored: readonly WaitingInput[], commits: readonly number[]) {
  let left = [...stored];
  const backlog = new Backlog({ waiting: async (atMost) => left.slice(0, atMost) });
  for (const position of commits) backlog.committed({ position, arrival: epochMs(position), batches: [] });
  const order: string[] = [];
  /** As the rounds do it, until nothing can be done any more. */
  const work = async () => {
    for (let isStuck = false; backlog.hasWork && !isStuck; ) {
      await backlog.readInputs();
      isStuck = !(await round());
    }
  };
  const round = async (): Promise<boolean> => {
    const { inputs } = backlog;
    const mayRead = inputs.isEmpty;
    if (backlog.isInputNext()) {
      order.push(`input ${inputs.first?.position}`);
      inputs.take();
    } else if (backlog.isCommitNext()) order.push(`commit ${backlog.takeCommit()?.position}`);
    else return mayRead;
    left = left.filter(({ seq }) => !inputs.isEvaluated(seq));
    inputs.removed(inputs.evaluated.length);
    return true;
  };
  const add = (input: WaitingInput) => {
    left = [...left, input];
  };
  return { backlog, order, work, add };
}

test("[RUL3] a change that is committed later than it was numbered holds nothing up, and comes in its place", async () => {
  const { backlog, order, work, add } = arrange([inputAt(10, 1)], [9, 11]);
  await backlog.readInputs();
  add(inputAt(5, 2));
  backlog.inputs.came(5);

  await work();

  expect(order).toEqual(["input 5", "commit 9", "input 10", "commit 11"]);
});

test("[RUL3] more changes than are read at once hold no earlier commit up, and come among the others in their order", async () => {
  const changes = Array.from({ length: 1_200 }, (_, at) => inputAt(10 + 2 * at, at));
  const { order, work } = arrange(changes, [9, 15, 1_015, 3_000]);

  await work();

  const places = order.map((text) => Number(text.split(" ")[1]));
  expect(places).toHaveLength(1_204);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
