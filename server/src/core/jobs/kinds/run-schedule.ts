import type { NotificationRecipients, Permission, UserChannel } from "@heliograph/contract";
import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { Standing } from "../../access/index.ts";
import type { Attributes } from "../../attributes/index.ts";
import type { CommandBody, Commands } from "../../commands/index.ts";
import type { DeviceChoice, Devices, DeviceWithActivity } from "../../devices/index.ts";
import type { Ingest, Point, TelemetryValue } from "../../telemetry/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import type { JobFailure } from "../job.ts";
import { jobFailureOf } from "../job-failure-of.ts";
import type { JobKind } from "../job-kind.ts";
import { type DeviceBatch, perDevice } from "../per-device.ts";

interface QueuedCommands {
  readonly kind: "COMMANDS";
  readonly choice: DeviceChoice;
  /** In this order for each device. */
  readonly commands: readonly { readonly command: CommandBody; readonly expiresInMs: number | null }[];
}

interface WrittenPoint {
  readonly kind: "PUBLISH_TELEMETRY";
  readonly choice: DeviceChoice;
  readonly key: string;
  readonly value: TelemetryValue & (string | number | boolean);
}

interface WrittenAttribute extends Pick<WrittenPoint, "choice" | "key" | "value"> {
  readonly kind: "PUBLISH_ATTRIBUTE";
  readonly scope: "SHARED_SCOPE" | "SERVER_SCOPE";
}

/** What a schedule does to devices. */
export type DeviceWork = QueuedCommands | WrittenPoint | WrittenAttribute;

/** What a schedule tells people. */
export interface MessageWork {
  readonly kind: "NOTIFY";
  readonly recipients: NotificationRecipients;
  readonly channels: readonly UserChannel[];
  readonly text: string;
  readonly language: "en" | "de";
}

/** Which run of which schedule. One of an older version named commands alone, and neither time nor name. */
interface RunName {
  readonly scheduleId: string;
  readonly name: string;
  readonly dueTime: EpochMs;
}
export type ScheduleRunInput = (DeviceWork | MessageWork) & RunName;
export type ScheduledMessage = MessageWork & RunName;

/** Tells what schedules say. */
export interface ScheduledMessages {
  /** Refuses whom whoever asks cannot name. */
  check(maker: Standing, message: ScheduledMessage): Promise<void>;
  /** In the transaction of the step; who is not there any more is not told. */
  tell(maker: Standing, tenant: TenantId, message: ScheduledMessage): Promise<void>;
}

interface RunParts {
  readonly chooser: DeviceChooser;
  readonly devices: Pick<Devices, "require">;
  readonly commands: Pick<Commands, "queue">;
  readonly attributes: Pick<Attributes, "write">;
  readonly ingest: Ingest;
  readonly messages: ScheduledMessages;
}

/** With up to twenty commands each, a step is about as long as one of a single command. */
const perStep = 20;

const neededBy: Readonly<Record<DeviceWork["kind"], Permission>> = {
  COMMANDS: "SEND_COMMANDS",
  PUBLISH_TELEMETRY: "EDIT_TELEMETRY",
  PUBLISH_ATTRIBUTE: "EDIT_ATTRIBUTES",
};

/**
 * Does what a schedule says to each device. A step and its progress are stored together: no command is queued twice [SCH1, CMD2]. A
 * point has the time at which the run was due: written twice it is one.
 */
export function runScheduleKind(parts: RunParts): JobKind<ScheduleRunInput> {
  const [forDevices, { messages }] = [deviceRuns(parts), parts];
  return {
    kind: "RUN_SCHEDULE",
    check: (maker, input) => (input.kind === "NOTIFY" ? messages.check(maker, input) : forDevices.check(maker, input)),
    step: async ({ job, input, maker }) => {
      if (input.kind !== "NOTIFY") return forDevices.step({ job, input, maker });
      await messages.tell(maker, job.tenantId, input);
      return { position: null, isLast: true, total: 0, processed: 0, changed: 0, failures: [] };
    },
  };
}

type DeviceRun = DeviceWork & RunName;

function deviceRuns(parts: RunParts): JobKind<DeviceRun> {
  async function doFor(batch: DeviceBatch<DeviceRun>, id: DeviceId): Promise<JobFailure | undefined> {
    let name: string | null = null;
    try {
      const device = await parts.devices.require(batch.reach, id);
      name = device.name;
      await doTo(parts, batch, device);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || !passedOver.has(error.fault)) throw error;
      return jobFailureOf(id, name, error);
    }
  }

  return perDevice(parts.chooser, {
    ...{ kind: "RUN_SCHEDULE", needed: ({ kind = "COMMANDS" }) => [neededBy[kind]], perStep },
    act: async (batch) => {
      const failures: JobFailure[] = [];
      for (const id of batch.ids) {
        const failure = await doFor(batch, id);
        if (failure) failures.push(failure);
      }
      return { changed: batch.ids.length - failures.length, failures };
    },
  });
}

/** What one device refuses keeps no other from it. */
const passedOver: ReadonlySet<AppError["fault"]> = new Set(["not-found", "conflict", "invalid"]);

/** Within a transaction, for which those who follow the points may be waiting: it does not wait for them. */
async function writePoint({ store, audience }: Ingest, { id, tenantId }: DeviceWithActivity, point: Point) {
  await store.append(id, [point], { owner: tenantId, isFollowers: true });
  audience.offer(id, [point]);
}

async function doTo(
  { commands, attributes, ingest }: RunParts,
  { job, input }: DeviceBatch<DeviceRun>,
  device: DeviceWithActivity,
): Promise<void> {
  switch (input.kind) {
    case "PUBLISH_TELEMETRY":
      return writePoint(ingest, device, { key: input.key, ts: input.dueTime, value: input.value });
    case "PUBLISH_ATTRIBUTE":
      await attributes.write(device, input.scope, new Map([[input.key, input.value]]));
      return;
    default:
      for (const { command, expiresInMs } of input.commands) {
        const end = expiresInMs === null ? {} : { expiresTime: epochMs(job.createdTime + expiresInMs) };
        await commands.queue(device, command, { createdBy: job.maker.username, ...end });
      }
  }
}
