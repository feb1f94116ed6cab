import type { AlarmsQuery } from "@heliograph/contract";
import type { AlarmQuery } from "../../alarms/index.ts";
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
  yield { is: "alarms", alarms: data, total: totalElements };
};

const filterOf = (query: AlarmsQuery, { devices, reach, range }: Answering): AlarmQuery => ({
  reach,
  deviceId: undefined,
  amongDevices: devices.map(({ id }) => id),
  during: query.which === "IN_TIME" ? range : undefined,
  searchStatuses: query.which === "IN_TIME" ? undefined : ["ACTIVE"],
  status: undefined,
  isUndone: false,
  severities: query.severities,
  types: query.types,
  assigneeId: undefined,
  textSearch: undefined,
  startTime: undefined,
  endTime: undefined,
  sortProperty: query.which === "IN_TIME" ? "startTs" : "severity",
  descending: true,
});
