import type { ShownAlarm } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { acknowledgeAlarms } from "../../../api/alarms.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { errorText } from "../../../ui/states.tsx";
import { useOnlooker } from "../../onlooker.tsx";

interface AcknowledgeProps {
  readonly alarm: ShownAlarm;
}

/** For those who may, until it is done; others see nothing [ALM2, AUTH5]. */
export function AcknowledgeButton({ alarm }: AcknowledgeProps) {
  if (useOnlooker()) return null;
  return <OwnButton alarm={alarm} />;
}

function OwnButton({ alarm }: AcknowledgeProps) {
  const m = useMessages();
  const client = useQueryClient();
  const mayHandle = useMay()("HANDLE_ALARMS");
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => acknowledgeAlarms([alarm.id.id]),
    onSuccess: () =>
      Promise.all(["alarms", "alarm-counts"].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  if (alarm.acknowledged || isSuccess)
    return (
      <span className="soft" title={m.dashboards.acknowledged}>
        <Icon name="check" size={16} />
        <span className="off-screen">{m.dashboards.acknowledged}</span>
      </span>
    );
  if (!mayHandle) return null;
  return (
    <button
      type="button"
      className="button small"
      disabled={isPending}
      title={error ? errorText(error, m) : `${m.alarms.acknowledge}: ${alarm.type}`}
      onClick={() => mutate()}
    >
      {error && <Icon name="alert" size={16} />} {m.alarms.acknowledge}
    </button>
  );
}
