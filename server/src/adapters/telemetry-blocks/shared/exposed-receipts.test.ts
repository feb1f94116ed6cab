import { expect, test } from "vitest";
import { shardOf } from "../../../core/cluster/index.ts";
import type { DeviceId, MqttSessionId } from "../../../kernel/ids.ts";
import { notHere } from "../errors.ts";
import { ExposedReceipts } from "./exposed-receipts.ts";

const session = "a session" as MqttSessionId;
const device = "3f1c9d0e-0000-4000-8000-000000000001" as DeviceId;

test("[MQ7, CLU4] who takes a session up while its device is coming here has no answer before receipts of the one that is gone are noted", async () => {
  let isServed = false;
  const log = {
    requireHere: () => {
      if (!isServed) throw notHere();
    },
    arrived: async () => ({ wasUnderWay: false, receipts: [] }),
    unsaved: () => [],
    saved: () => undefined,
  };
  const receipts = new ExposedReceipts(log, { epochOf: () => 2 });

  await expect(receipts.arrived(session, device, "this node")).rejects.toMatchObject({ code: notHere().code });

  receipts.came([shardOf(device)]);
  isServed = true;
  const { wasUnderWay } = await receipts.arrived(session, device, "this node");
  expect(wasUnderWay, "the record is to be read again").toBe(true);
});
