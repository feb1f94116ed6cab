import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AlarmWish, alarmPage } from "../../api/alarms.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { allTime } from "../../time-range/time-words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote, Skeleton } from "../../ui/states.tsx";
import { WhyTold } from "./why-told.tsx";

export function WhyButton() {
  const m = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="bell" /> {m.why.title}
      </button>
      {isOpen && <WhyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const anyAlarm: AlarmWish = {
  ...{ text: "", severities: [], type: "", projectId: "", time: allTime },
  ...{ state: "all", owner: "any" },
};

/** Of one of the alarms there are; one that was long ago is asked about from its own page. */
function WhyDialog({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages();
  const { data, error } = useQuery(alarmPage(anyAlarm, useCurrentUser().id.id, 0));
  const [chosen, choose] = useState<string>();
  const alarmId = chosen ?? data?.data[0]?.id.id;
  return (
    <Dialog title={m.why.title} onClose={onClose}>
      <ErrorNote error={error} />
      {!data && !error && <Skeleton lines={3} />}
      {data && alarmId === undefined && <p className="soft">{m.why.noAlarms}</p>}
      {data && alarmId !== undefined && (
        <div className="form">
          <Field label={m.why.which}>
            {(id) => (
              <select id={id} value={alarmId} onChange={({ target }) => choose(target.value)}>
                {data.data.map((alarm) => (
                  <option key={alarm.id.id} value={alarm.id.id}>
                    {alarm.type}, {alarm.originatorName}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <WhyTold key={alarmId} alarmId={alarmId} />
        </div>
      )}
    </Dialog>
  );
}
