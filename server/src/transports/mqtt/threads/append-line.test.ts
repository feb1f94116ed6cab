import { MessageChannel } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { AppendReceiver, AppendSender } from "./append-line.ts";

const device = { id: "00000000-0000-4000-8000-000000000000" as DeviceId, tenantId: "lab" as TenantId };

test("each message of a batch has its own answer: its points, or why it was refused", async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const stored: string[] = [];
  new AppendReceiver(port2, async (_, payload) => {
    stored.push(payload.toString());
    if (stored.length === 2) throw new AppError("BAD", "invalid", "not like this");
    return stored.length;
  });
  const sender = new AppendSender(port1);

  const answers = await Promise.allSettled(["a", "b", "c"].map((text) => sender.send(device, Buffer.from(text))));

  expect(stored).toEqual(["a", "b", "c"]);
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : answer.reason))).toEqual([
    1,
    expect.objectContaining({ code: "BAD", fault: "invalid", message: "not like this" }),
    3,
  ]);
});
