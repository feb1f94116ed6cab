import { useQuery } from "@tanstack/react-query";
import { alarmInfo } from "../../api/alarms.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { AlarmDetail } from "./alarm-detail.tsx";

interface AlarmElsewhereProps {
  readonly alarmId: string;
  readonly onClose: () => void;
}

/** One that was linked to and is not in the list: it may be closed, on another page of it, or gone. */
export function AlarmElsewhere({ alarmId, onClose }: AlarmElsewhereProps) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(alarmInfo(alarmId));
  if (data) return <AlarmDetail key={alarmId} alarm={data} onClose={onClose} />;
  return (
    <aside className="card alarm-detail" aria-label={m.alarms.title}>
      <div className="card-head">
        <h2>{m.alarms.title}</h2>
        <button type="button" className="button ghost square" aria-label={m.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
    </aside>
  );
}
