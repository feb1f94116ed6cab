import { neededToCalculate } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { CalculatedChannelId, DeviceId, DeviceTypeId } from "../../../kernel/ids.ts";
import { permissionDenied, type Standing } from "../../access/index.ts";
import { type JobKind, reachOfMaker } from "../../jobs/index.ts";
import type { Reach } from "../../projects/index.ts";
import type { CalculatedChannelStore } from "../book/calculated-channel-store.ts";
import type { CalculatedChannels } from "../book/calculated-channels.ts";
import { tooManySummed } from "../book/errors.ts";
import { compileChannel } from "../calculate/compile-channel.ts";
import type { Points } from "../calculate/lane.ts";
import { type Calculation, recalculate } from "../calculate/recalculate.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import { findMembers, TooManyMembers } from "../live/find-members.ts";
import type { LiveCalculations } from "../live/live-calculations.ts";

export interface FillInput {
  readonly channelId: CalculatedChannelId;
  readonly from: number;
  readonly to: number;
}

interface FillParts {
  readonly channels: Pick<CalculatedChannels, "requireChangeable" | "inForce">;
  readonly store: Pick<CalculatedChannelStore, "members" | "countMembers" | "devices">;
  readonly points: Points;
  readonly live: Pick<LiveCalculations, "byDevice" | "results" | "removedResults">;
  readonly devicesAtMost: number;
}

/** Where it is: the devices up to this one are done, and the next one up to this moment. */
interface FillPosition {
  readonly after: DeviceId | null;
  readonly ts: number;
}

/** Moments of one step: others wait for its transaction. */
const momentsPerStep = 4_000;
/** What a device counts in the progress of the job. */
const partsOfDevice = 100;

/**
 * Calculates a channel over the past of its devices, slice by slice [RUL7]. What a step writes is outside of its transaction and
 * comes to the same when the step is done again.
 */
export function fillChannelKind(parts: FillParts): JobKind<FillInput> {
  const { channels, store } = parts;
  const channelOf = (maker: Standing, { channelId }: FillInput) =>
    channels.requireChangeable(reachOf(maker), channelId);

  async function total(channel: CalculatedChannel): Promise<number> {
    const { scope } = channel.definition;
    return scope.kind === "DEVICE" ? partsOfDevice : partsOfDevice * (await store.countMembers(ofType(channel)));
  }

  async function nextDevice(channel: CalculatedChannel, after: DeviceId | null): Promise<DeviceId | undefined> {
    const { scope } = channel.definition;
    if (scope.kind === "DEVICE") return after === null ? (scope.deviceId as DeviceId) : undefined;
    const [next] = await store.members({ ...ofType(channel), after: after ?? undefined }, 1);
    return next;
  }

  return {
    kind: "FILL_CALCULATED_CHANNEL",
    isLong: true,
    check: async (maker, input) => {
      await channelOf(maker, input);
    },
    factsOf: ({ channelId, from, to }) => ({ channelId, startTs: from, endTs: to }),
    step: async ({ job, input, maker }) => {
      const channel = await channelOf(maker, input);
      const at =
        job.position === null ? { after: null, ts: input.from } : (parseJsonText(job.position) as FillPosition);
      const counted = job.position === null ? { total: await total(channel) } : {};
      const device = await nextDevice(channel, at.after);
      if (device === undefined) return { ...counted, ...nothing, position: job.position, isLast: true };
      const { upTo, changed } = await fillSome(parts, channel, device, { from: at.ts, to: input.to });
      const isWhole = upTo >= input.to;
      const next = isWhole ? { after: device, ts: input.from } : { after: at.after, ts: upTo };
      const processed = partOf(input, upTo) - partOf(input, at.ts);
      const isLast = isWhole && channel.definition.scope.kind === "DEVICE";
      return { ...counted, position: JSON.stringify(next), isLast, processed, changed: changed.length, failures: [] };
    },
  };
}

const nothing = { processed: 0, changed: 0, failures: [] };

const partOf = ({ from, to }: FillInput, ts: number): number =>
  ts >= to ? partsOfDevice : Math.floor((partsOfDevice * (ts - from)) / (to - from));

async function fillSome(
  parts: FillParts,
  channel: CalculatedChannel,
  device: DeviceId,
  span: { from: number; to: number },
): Promise<{ upTo: number; changed: readonly number[] }> {
  const { points, live, store, channels } = parts;
  const { id, tenantId, definition } = channel;
  const [found] = await store.devices([device]);
  const inForce = found ? await channels.inForce(tenantId, device, found.typeId) : [];
  if (!inForce.some((one) => one.id === id)) return { upTo: span.to, changed: [] }; // it calculates this key otherwise
  const members = definition.everyMs === undefined ? undefined : await membersOf(parts, channel, device);
  const calculation: Calculation = {
    ...{ id, channel: compileChannel(definition), members },
    device: { id: device, tenantId },
  };
  const done = await live.byDevice.take(device, () =>
    recalculate(points, live.results, calculation, span, momentsPerStep),
  );
  await live.removedResults(device, definition.key, done.removed);
  return done;
}

const membersOf = (
  { store, devicesAtMost }: FillParts,
  { tenantId, definition }: CalculatedChannel,
  device: DeviceId,
) =>
  findMembers(store, tenantId, definition, device, devicesAtMost).catch((error: unknown) => {
    throw error instanceof TooManyMembers ? tooManySummed(devicesAtMost) : error;
  });

const ofType = ({ tenantId, definition: { scope } }: CalculatedChannel) => ({
  tenantId,
  projectId: undefined,
  typeIds: scope.kind === "DEVICE_TYPE" ? ([scope.deviceTypeId] as DeviceTypeId[]) : undefined,
});

function reachOf(maker: Standing): Reach {
  const reach = reachOfMaker(maker, neededToCalculate);
  if (!reach) throw permissionDenied(neededToCalculate);
  return reach;
}
