import { useMessages } from "../../../i18n/messages.tsx";
import { Filled } from "../../rules/editor/filled.tsx";
import { ActionPart } from "./action-part.tsx";
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
