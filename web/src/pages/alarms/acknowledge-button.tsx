import type { AlarmInfoRecord } from "@heliograph/contract";
import { useMutation } from "@tanstack/react-query";
import { acknowledgeAlarms } from "../../api/alarms.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { errorText } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useAlarmsChanged } from "./alarm-actions.tsx";

/** Beside the name of an alarm, for those who may, until it is done. */
export function AcknowledgeButton({ alarm }: { readonly alarm: AlarmInfoRecord }) {
  const m = useMessages();
  const changed = useAlarmsChanged();
  const mayHandle = useMay()("HANDLE_ALARMS");
  const act = useMutation({
    mutationFn: () => acknowledgeAlarms([alarm.id.id]),
    onSuccess: changed,
    onError: (error) => toast(errorText(error, m)),
  });
  if (!mayHandle || alarm.acknowledged) return null;
  return (
    <button
      type="button"
      className="button small"
      aria-label={`${m.alarms.acknowledge}: ${alarm.type}`}
      disabled={act.isPending}
      onClick={() => act.mutate()}
    >
      {m.alarms.acknowledge}
    </button>
  );
}
