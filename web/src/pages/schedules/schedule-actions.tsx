import type { ScheduleRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteSchedule, runSchedule, schedule, scheduleReads, switchSchedule } from "../../api/schedules.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

/** Reads again what a change concerns. */
export function useScheduleReads(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of scheduleReads) void client.invalidateQueries({ queryKey: [key] });
  };
}

interface ScheduleProps {
  readonly schedule: ScheduleRecord;
}

interface RunButtonProps extends ScheduleProps {
  /** What is not saved would not be run. */
  readonly isChanged?: boolean;
  readonly className?: string;
}

/** Runs it now; that cannot be taken back, so it is asked about. */
export function RunButton({ schedule: { id, name }, isChanged = false, className = "button" }: RunButtonProps) {
  const m = useMessages();
  const readAgain = useScheduleReads();
  const [isOpen, setOpen] = useState(false);
  const run = async () => {
    try {
      await runSchedule(id.id);
      toast(m.schedules.runBegun);
    } finally {
      readAgain();
    }
  };
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isChanged}
        title={isChanged ? m.schedules.runSaved : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="play" /> {m.schedules.run}
      </button>
      {isOpen && (
        <Confirm
          title={m.schedules.runTitle}
          text={m.schedules.runText(name)}
          action={m.schedules.run}
          onConfirm={run}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface DeleteProps extends ScheduleProps {
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

export function DeleteSchedule({ schedule: { id, name }, onDeleted, onClose }: DeleteProps) {
  const m = useMessages();
  const client = useQueryClient();
  const remove = async () => {
    await deleteSchedule(id.id);
    onDeleted?.();
    client.removeQueries({ queryKey: schedule(id.id).queryKey });
    for (const key of ["schedules", "schedule-calendar", "audit"]) void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <Confirm
      title={m.schedules.deleteTitle}
      text={m.schedules.deleteText(name)}
      action={m.common.delete}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

interface SwitchProps extends ScheduleProps {
  readonly isReadOnly: boolean;
  readonly onSwitched?: (now: ScheduleRecord) => void;
}

/** On or off; saved at once. Somebody else's newer version is read again, then it can be tried again. */
export function EnabledSwitch({ schedule: saved, isReadOnly, onSwitched }: SwitchProps) {
  const m = useMessages();
  const client = useQueryClient();
  const readAgain = useScheduleReads();
  const { id, name, enabled, version } = saved;
  const change = useMutation({
    mutationFn: () => switchSchedule(id.id, !enabled, version),
    onSuccess: (now) => {
      client.setQueryData(schedule(id.id).queryKey, now);
      onSwitched?.(now);
    },
    onSettled: readAgain,
  });
  if (isReadOnly)
    return <span className={`badge ${enabled ? "good" : ""}`}>{enabled ? m.schedules.on : m.schedules.off}</span>;
  return (
    <>
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={enabled}
        aria-label={`${m.schedules.isOn}: ${name}`}
        title={enabled ? m.schedules.switchOff : m.schedules.switchOn}
        disabled={change.isPending}
        onClick={() => change.mutate()}
      />
      <ErrorNote error={change.error} />
    </>
  );
}
