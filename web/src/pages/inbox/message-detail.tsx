import type { InboxRecord } from "@heliograph/contract";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";
import { isBad } from "../../ui/said-mark.tsx";
import { Severity } from "../../ui/severity.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { WhyTold } from "../notifications/why-told.tsx";
import { useMessageActs } from "./use-message-acts.ts";
import { useSaid } from "./use-said.ts";

interface MessageDetailProps {
  readonly message: InboxRecord;
  readonly onClose: () => void;
}

/** One message: what it says, the way to what it is about, and why one was told. */
export function MessageDetail({ message, onClose }: MessageDetailProps) {
  const m = useMessages();
  const { alarmId, policyName, occasion, count } = message;
  const { subject, text } = useSaid(message);
  return (
    <aside className="card alarm-detail" aria-label={subject}>
      <div className="card-head">
        <div>
          <h2 className="break">{subject}</h2>
          <p className="soft">
            <Time ms={message.createdTime} />
          </p>
        </div>
        <button type="button" className="button ghost square" aria-label={m.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="card-body">
        {isBad(occasion) && (
          <div className="row">
            <Severity severity={message.severity} />
            {count > 0 && <span className="soft">{m.inbox.about(count)}</span>}
          </div>
        )}
        <Ways message={message} onRemoved={onClose} />
        <p className="message-text">{text}</p>
        <dl className="facts">
          <dt>{m.inbox.ofPolicy}</dt>
          <dd>{policyName}</dd>
          <dt>{m.inbox.occasion}</dt>
          <dd>{m.inbox.occasions[occasion]}</dd>
        </dl>
        {alarmId && <WhyTold alarmId={alarmId.id} />}
      </div>
    </aside>
  );
}

interface WaysProps {
  readonly message: InboxRecord;
  readonly onRemoved: () => void;
}

/** Of one alarm to it, of many to the list of them. */
function Ways({ message: { alarmId, deviceId, count, occasion }, message, onRemoved }: WaysProps) {
  const m = useMessages();
  const may = useMay();
  const { remove } = useMessageActs();
  const removing = useMutation({
    mutationFn: () => remove(message),
    onSuccess: () => {
      toast(m.inbox.removed);
      onRemoved();
    },
  });
  const isOfOne = alarmId !== null && count === 1;
  return (
    <div className="row">
      {occasion === "SCHEDULED" && may(pageNeeds.schedules) && (
        <Link to="/schedules" className="button primary">
          {m.inbox.openSchedules}
        </Link>
      )}
      {count > 0 && isBad(occasion) && may(pageNeeds.alarms) && (
        <Link to="/alarms" search={isOfOne ? { alarm: alarmId.id } : {}} className="button primary">
          {isOfOne ? m.inbox.openAlarm : m.inbox.openAlarms}
        </Link>
      )}
      {deviceId && may(pageNeeds.devices) && (
        <Link to="/devices/$deviceId" params={{ deviceId: deviceId.id }} className="button">
          {m.inbox.openDevice}
        </Link>
      )}
      <button type="button" className="button" disabled={removing.isPending} onClick={() => removing.mutate()}>
        <Icon name="trash" /> {m.inbox.remove}
      </button>
      <ErrorNote error={removing.error} />
    </div>
  );
}
