import type { AlarmListQuery, AlarmListQueryV2, AlarmSearchStatus, AlarmSeverity } from "@heliograph/contract";
import { type AlarmQuery, type AlarmScope, alarmRangeInvalid } from "../../core/alarms/index.ts";
import type { Projects, Reach } from "../../core/projects/index.ts";
import type { TimeRange } from "../../core/telemetry/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { projectIdOf } from "./records/project-record.ts";
import { userIdOf } from "./route-ids.ts";

/** Of which devices, as a request names their project; with those below it [PRJ1]. */
export async function alarmScopeOf(projects: Projects, reach: Reach, projectId?: string): Promise<AlarmScope> {
  if (projectId === undefined) return reach;
  return projectId === "none"
    ? { ...reach, isUnassigned: true }
    : await projects.within(reach, projectIdOf(projectId), true);
}

type Both = AlarmListQuery & AlarmListQueryV2;

/** Which alarms a request asks for: of those within reach, those that match [ALM2, PRJ1]. */
export async function alarmQueryOf(
  projects: Projects,
  reach: Reach,
  query: Partial<Both>,
  deviceId?: DeviceId,
): Promise<AlarmQuery> {
  const { startTime, endTime, projectId, sortProperty = "createdTime", sortOrder = "DESC" } = query;
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
    throw alarmRangeInvalid("startTime", "endTime");
  }
  return {
    reach: await alarmScopeOf(projects, reach, projectId),
    deviceId,
    during: duringOf(query),
    searchStatuses: searchStatusesOf(query),
    status: query.status,
    isUndone: query.open ?? false,
    severities: listedOf(query.severityList) as AlarmSeverity[] | undefined,
    types: listedOf(query.typeList),
    assigneeId: query.unassigned ? null : query.assigneeId === undefined ? undefined : userIdOf(query.assigneeId),
    textSearch: query.textSearch,
    startTime: startTime === undefined ? undefined : epochMs(startTime),
    endTime: endTime === undefined ? undefined : epochMs(endTime),
    sortProperty,
    descending: sortOrder === "DESC",
  };
}

function duringOf({ activeFrom, activeTo }: Partial<Both>): TimeRange | undefined {
  if (activeFrom === undefined && activeTo === undefined) return undefined;
  const [from, to] = [activeFrom ?? 0, activeTo ?? Number.MAX_SAFE_INTEGER];
  if (to < from) throw alarmRangeInvalid("activeFrom", "activeTo");
  return { from: epochMs(from), to: epochMs(to) };
}

const searchStatusesOf = ({ searchStatus, statusList }: Partial<Both>): AlarmSearchStatus[] | undefined =>
  searchStatus === undefined ? (listedOf(statusList) as AlarmSearchStatus[] | undefined) : [searchStatus];

/** Empty is as none. */
function listedOf(value: string | readonly string[] | undefined): string[] | undefined {
  const names = [value ?? []]
    .flat()
    .flatMap((text) => text.split(","))
    .map((name) => name.trim());
  const named = names.filter((name) => name !== "");
  return named.length === 0 ? undefined : [...new Set(named)];
}
