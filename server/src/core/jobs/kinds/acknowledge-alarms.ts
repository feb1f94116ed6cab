import type { DeviceId } from "../../../kernel/ids.ts";
import type { AlarmHandling, AlarmInfo, AlarmQuery, Alarms } from "../../alarms/index.ts";
import type { DeviceChoice } from "../../devices/index.ts";
import type { Reach } from "../../projects/index.ts";
import type { DeviceChooser } from "../device-choice.ts";
import type { JobFailure } from "../job.ts";
import type { JobKind } from "../job-kind.ts";
import { type BatchOutcome, perDevice } from "../per-device.ts";

interface AcknowledgeParts {
  readonly chooser: DeviceChooser;
  readonly alarms: Pick<Alarms, "list">;
  readonly alarmHandling: Pick<AlarmHandling, "acknowledgeMany">;
}

const perStep = 100;
/** Alarms that are read, and changed, in one go. */
const alarmsAtOnce = 500;

/** Acknowledges what many devices have that nobody acknowledged yet [ALM2]. */
export const acknowledgeAlarmsKind = ({
  chooser,
  ...parts
}: AcknowledgeParts): JobKind<{ readonly choice: DeviceChoice }> =>
  perDevice(chooser, {
    ...{ kind: "ACKNOWLEDGE_ALARMS", needed: ["HANDLE_ALARMS"], perStep },
    act: ({ reach, ids }) => acknowledged(parts, reach, ids),
  });

async function acknowledged(
  { alarms, alarmHandling }: Omit<AcknowledgeParts, "chooser">,
  reach: Reach,
  ids: readonly DeviceId[],
): Promise<BatchOutcome> {
  const [changed, failures] = [new Set<string>(), [] as JobFailure[]];
  for (;;) {
    const { data } = await alarms.list(unacknowledged(reach, ids), { page: 0, limit: alarmsAtOnce });
    const known = new Map(data.map((alarm) => [alarm.id, alarm]));
    const done = await alarmHandling.acknowledgeMany(reach, [...known.keys()]);
    for (const { id, error } of done) noteOf(known.get(id), error);
    // what could not be acknowledged is read again with the next ones
    if (data.length < alarmsAtOnce || !done.some((one) => one.changed)) return { changed: changed.size, failures };
  }

  function noteOf(alarm: AlarmInfo | undefined, error: string | null): void {
    if (!alarm) return;
    if (error === null) changed.add(alarm.originator.id);
    else failures.push({ id: alarm.originator.id, name: alarm.originatorName, reason: error });
  }
}

const unacknowledged = (reach: Reach, ids: readonly DeviceId[]): AlarmQuery => ({
  ...{ reach, deviceId: undefined, amongDevices: ids, searchStatuses: ["UNACK"], status: undefined },
  ...{ isUndone: false, severities: undefined, types: undefined, assigneeId: undefined, textSearch: undefined },
  ...{ startTime: undefined, endTime: undefined, sortProperty: "createdTime", descending: false },
});
