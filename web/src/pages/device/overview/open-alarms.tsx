import type { AlarmInfoRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { openAlarms } from "../../../api/overview.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { AcknowledgeButton } from "../../alarms/acknowledge-button.tsx";
import { NothingYet } from "./nothing-yet.tsx";
import { ShowTotal } from "./show-total.tsx";

/** What somebody has to see to; acknowledged here. */
export function OpenAlarms({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const mayMake = useMay()("EDIT_RULES");
  const { data, error, refetch } = useQuery(openAlarms(deviceId));
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          {m.overview.openAlarms} <ShowTotal total={data?.totalElements} isBad />
        </h2>
        <Link to="/devices/$deviceId/alarms" params={{ deviceId }}>
          {m.overview.allAlarms}
        </Link>
      </div>
      {data ? (
        data.data.length === 0 ? (
          <NothingYet icon="check" title={m.overview.noAlarms} text={m.overview.noAlarmsText}>
            {mayMake && (
              <Link to="/rules" className="button small">
                <Icon name="rules" size={16} /> {m.overview.makeRule}
              </Link>
            )}
          </NothingYet>
        ) : (
          <ul className="overview-list">
            {data.data.map((alarm) => (
              <Alarm key={alarm.id.id} alarm={alarm} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton lines={2} />
        </div>
      )}
    </section>
  );
}

function Alarm({ alarm }: { readonly alarm: AlarmInfoRecord }) {
  const m = useMessages();
  return (
    <li data-active={alarm.cleared ? undefined : alarm.severity}>
      <SeverityMark severity={alarm.severity} />
      <span className="grow">
        <strong className="break">{alarm.type}</strong>{" "}
        <small className="soft nowrap">
          {alarm.cleared ? m.overview.alarmEvents["CLEARED"] : <Ago ms={alarm.startTs} />}
        </small>
      </span>
      {alarm.acknowledged ? (
        <small className="soft">{m.overview.alarmEvents["ACKNOWLEDGED"]}</small>
      ) : (
        <AcknowledgeButton alarm={alarm} />
      )}
    </li>
  );
}
