import { useMessages } from "../../../i18n/messages.tsx";
import { Filled } from "../../rules/editor/filled.tsx";
import { choiceOf } from "../device-choice.ts";
import { useScheduleEditing } from "../schedule-editing.ts";
import { CommandChips } from "./command-chips.tsx";
import { DevicesChip } from "./devices-chip.tsx";
import { MissedChip } from "./missed-chip.tsx";
import { TimingChip } from "./timing-chip.tsx";
import { ZoneChip } from "./zone-chip.tsx";

interface ScheduleSentenceProps {
  /** What is wrong with when it runs. */
  readonly timingProblems: readonly string[];
  readonly cron: string | undefined;
}

/** The schedule as a sentence; each chip is a button with a form. */
export function ScheduleSentence({ timingProblems, cron }: ScheduleSentenceProps) {
  const m = useMessages();
  return (
    <div className="rule-sentence">
      <div className="rule-line">
        <Filled
          template={m.schedules.whole}
          places={{
            timing: <TimingChip problems={timingProblems} cron={cron} />,
            zone: <ZoneChip />,
            action: <ActionPart />,
            missed: <MissedChip />,
          }}
        />
      </div>
      {cron !== undefined && <p className="soft mono schedule-cron">{cron}</p>}
    </div>
  );
}

/** What it does. One of a kind this page does not know is kept as it is. */
function ActionPart() {
  const m = useMessages();
  const { draft, change } = useScheduleEditing();
  const { action } = draft;
  if (action.kind !== "COMMANDS") return <em>{m.schedules.unknownAction}</em>;
  const { commands, kind } = action;
  return (
    <Filled
      template={m.schedules.commandsTo}
      places={{
        commands: (
          <CommandChips
            commands={commands}
            onChange={change && ((next) => change({ action: { ...action, commands: next } }))}
          />
        ),
        devices: (
          <DevicesChip
            choice={choiceOf(action)}
            onChange={change && ((choice) => change({ action: { kind, ...choice, commands } }))}
          />
        ),
      }}
    />
  );
}
