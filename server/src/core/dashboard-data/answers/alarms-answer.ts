import type { AlarmsQuery } from "@heliograph/contract";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import type { AlarmInfo, AlarmQuery } from "../../alarms/index.ts";
import type { Answer, Answering } from "./answering.ts";

const defaultLimit = 100;

/** Alarms of the devices, those that are active or those of the page's time; the worst or the newest first. */
export const answerAlarms: Answer<AlarmsQuery> = async function* (query, answering) {
  if (answering.devices.length === 0) {
    yield { is: "alarms", alarms: [], total: 0 };
    return;
  }
  answering.budget.takeSeries(answering.devices.length);
  const limit = query.limit ?? defaultLimit;
  const { data, totalElements } = await answering.sources.alarms.list(filterOf(query, answering), { page: 0, limit });
  answering.budget.takeValues(data.length);
  const { until } = answering.times;
  yield {
    is: "alarms",
    alarms: until === undefined ? data : data.map((alarm) => asOf(alarm, until)),
    total: totalElements,
  };
};

/** Without what happened to it later. */
const asOf = (alarm: AlarmInfo, until: EpochMs): AlarmInfo => ({
  ...alarm,
  endTs: epochMs(Math.min(alarm.endTs, until)),
  ...(alarm.clearTs !== null && alarm.clearTs >= until && { cleared: false, clearTs: null }),
  ...(alarm.ackTs !== null && alarm.ackTs >= until && { acknowledged: false, ackTs: null }),
});

const filterOf = (query: AlarmsQuery, answering: Answering): AlarmQuery => {
  const { devices, reach, range, times } = answering;
  const isInTime = query.which === "IN_TIME" || times.until !== undefined; // which were active then is not known
  return {
    reach,
    deviceId: undefined,
    amongDevices: devices.map(({ id }) => id),
    during: isInTime ? range : undefined,
    searchStatuses: isInTime ? undefined : ["ACTIVE"],
    status: undefined,
    isUndone: false,
    severities: query.severities,
    types: query.types,
    assigneeId: undefined,
    textSearch: undefined,
    startTime: undefined,
    endTime: undefined,
    sortProperty: isInTime ? "startTs" : "severity",
    descending: true,
  };
};
