import type { ScheduleRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { scheduleForecast } from "../../../api/schedules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useCurrentUser, useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { errorText } from "../../../ui/states.tsx";
import { TextEdit } from "../../device-types/edit-fields.tsx";
import { useSettled } from "../../device-types/use-settled.ts";
import { draftOf, isSame, type ScheduleDraft } from "../schedule-draft.ts";
import { ScheduleEditingProvider } from "../schedule-editing.ts";
import { Forecast } from "./forecast-card.tsx";
import { RunHistory } from "./run-history.tsx";
import { ScheduleHead } from "./schedule-head.tsx";
import { ScheduleSentence } from "./schedule-sentence.tsx";

interface ScheduleEditorProps {
  /** As the server has it; none of a new one. */
  readonly saved: ScheduleRecord | undefined;
  readonly begin: ScheduleDraft;
}

/** Changes are made to a draft; nothing is saved before the button is pressed. */
export function ScheduleEditor({ saved, begin }: ScheduleEditorProps) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const [{ base, draft }, setHeld] = useState({ base: saved, draft: begin });
  const [first] = useState(begin);
  const isLeaving = useRef(false);
  const isChanged = base ? !isSame(draft, draftOf(base)) : true;
  // A newer one comes in where nothing was changed; else whoever saves is told.
  const isNewer = saved !== undefined && saved !== base && saved.version >= (base?.version ?? 0);
  if (isNewer && !isChanged) setHeld({ base: saved, draft: draftOf(saved) });
  const mayBeLost = base ? isChanged : !isSame(draft, first);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      mayBeLost && !isLeaving.current && current.pathname !== next.pathname && !window.confirm(m.schedules.leave),
    enableBeforeUnload: () => mayBeLost && !isLeaving.current,
  });
  const change = (part: Partial<ScheduleDraft>) => setHeld((held) => ({ ...held, draft: { ...held.draft, ...part } }));
  return (
    <>
      <ScheduleHead
        {...{ base, draft, isChanged, onChange: change }}
        isOutdated={base !== undefined && isChanged && (saved?.version ?? 0) > base.version}
        onSaved={(now) => setHeld({ base: now, draft: draftOf(now) })}
        onSwitched={(now) => setHeld((held) => ({ base: now, draft: { ...held.draft, enabled: now.enabled } }))}
        onDiscard={() => setHeld({ base: saved ?? base, draft: saved ? draftOf(saved) : first })}
        onLeaving={() => {
          isLeaving.current = true;
        }}
      />
      {!mayEdit && (
        <p className="note rule-note" role="note">
          <Icon name="eye" /> {m.schedules.readOnly}
        </p>
      )}
      <ScheduleEditingProvider value={{ draft, change: mayEdit ? change : undefined }}>
        <Parts base={base} draft={draft} onChange={mayEdit ? change : undefined} />
      </ScheduleEditingProvider>
    </>
  );
}

interface PartsProps {
  readonly base: ScheduleRecord | undefined;
  readonly draft: ScheduleDraft;
  readonly onChange: ((part: Partial<ScheduleDraft>) => void) | undefined;
}

function Parts({ base, draft, onChange }: PartsProps) {
  const m = useMessages();
  const { username } = useCurrentUser();
  const { timing, timeZone } = useSettled(draft);
  const forecast = useQuery(scheduleForecast(timing, timeZone));
  const problems = forecast.error ? [errorText(forecast.error, m)] : [];
  return (
    <div className="rule-layout">
      <div className="rule-main">
        <section className="card" aria-label={m.schedules.sentence}>
          <ScheduleSentence timingProblems={problems} cron={forecast.data?.cron ?? undefined} />
        </section>
        {base && <RunHistory scheduleId={base.id.id} />}
      </div>
      <div className="rule-side">
        <section className="card" aria-label={m.schedules.forecast}>
          <div className="card-head">
            <h2>{m.schedules.forecast}</h2>
          </div>
          <div className="card-body stack">
            <Forecast forecast={forecast} timing={timing} isOn={draft.enabled} />
          </div>
        </section>
        <section className="card">
          <div className="card-body form">
            <TextEdit
              label={m.schedules.description}
              value={draft.description}
              maxLength={4096}
              onChange={onChange && ((description) => onChange({ description }))}
            />
            <p className="note">
              <Icon name="user" />
              <span>
                {base && m.schedules.runsAs(base.runsAs)}{" "}
                {onChange && base?.runsAs !== username && m.schedules.runsAsYou}
              </span>
            </p>
          </div>
        </section>
      </div>
    </div>
  );
}
