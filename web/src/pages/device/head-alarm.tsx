import type { AlarmInfoRecord, AlarmSeverity, DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { openAlarms } from "../../api/overview.ts";
import { useLiveLists } from "../../live/use-live-lists.ts";
import { useMay } from "../../shell/current-user.ts";
import { Severity, SeverityMark } from "../../ui/severity.tsx";
import { Ago } from "../../ui/time.tsx";
import { AcknowledgeButton } from "../alarms/acknowledge-button.tsx";

/** The worst active alarm of a device by its name, wherever one looks at the device. */
export function HeadAlarm({ device }: { readonly device: DeviceRecord }) {
  const deviceId = device.id.id;
  const maySee = useMay()("VIEW_ALARMS");
  useLiveLists(deviceId, ["alarms"], maySee);
  const { data } = useQuery({ ...openAlarms(deviceId), enabled: maySee });
  const worst = worstActive(data?.data ?? []);
  const isComplete = data !== undefined && data.totalElements <= data.data.length;
  const unnamed = isComplete ? null : device.alarmSeverity;
  if (worst && !(unnamed && rank(unnamed) < rank(worst.severity))) return <Named alarm={worst} deviceId={deviceId} />;
  if (!unnamed) return null;
  return (
    <span className="head-alarm">
      <Link to="/devices/$deviceId/alarms" params={{ deviceId }}>
        <Severity severity={unnamed} />
      </Link>
    </span>
  );
}

const ranks: readonly AlarmSeverity[] = ["CRITICAL", "MAJOR", "MINOR", "WARNING", "INDETERMINATE"];
const rank = (severity: AlarmSeverity): number => ranks.indexOf(severity);

const worstActive = (alarms: readonly AlarmInfoRecord[]): AlarmInfoRecord | undefined =>
  alarms.filter(({ cleared }) => !cleared).toSorted((a, b) => rank(a.severity) - rank(b.severity))[0];

function Named({ alarm, deviceId }: { readonly alarm: AlarmInfoRecord; readonly deviceId: string }) {
  return (
    <span className="head-alarm" data-severity={alarm.severity}>
      <SeverityMark severity={alarm.severity} />
      <Link
        to="/devices/$deviceId/alarms"
        params={{ deviceId }}
        search={{ alarm: alarm.id.id }}
        className={`break severity-text-${alarm.severity.toLowerCase()}`}
      >
        {alarm.type}
      </Link>
      <Ago ms={alarm.startTs} />
      <AcknowledgeButton alarm={alarm} />
    </span>
  );
}
