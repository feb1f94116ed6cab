import type { RuleRunRecord, RuleTransitionRecord } from "@heliograph/contract";
import { useState } from "react";
import { dateTimeText } from "../../../format/time.ts";
import { type Messages, useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { moveTrace, newestFirst, runTrace, type Trace, tracedOf } from "./trace.ts";

const idOf = (trace: Trace): string => {
  const { deviceId, ts, time } = tracedOf(trace);
  const to = trace.kind === "run" ? trace.run.after : trace.transition.to;
  return `${trace.kind} ${deviceId.id} ${ts} ${time} ${to}`;
};

interface TraceListProps {
  readonly runs: readonly RuleRunRecord[];
  readonly transitions: readonly RuleTransitionRecord[];
  readonly nameOf: (deviceId: string) => string;
  readonly chosen: Trace | undefined;
  readonly onChoose: (trace: Trace) => void;
}

type Kind = Trace["kind"];

/** The last looks, and the last that did something; newest first. */
export function TraceList({ runs, transitions, nameOf, chosen, onChoose }: TraceListProps) {
  const m = useMessages();
  const locale = useLocale();
  const w = m.rules.traces;
  const [kind, setKind] = useState<Kind>("transition");
  const [text, setText] = useState("");
  const all = newestFirst(kind === "run" ? runs.map(runTrace) : transitions.map(moveTrace));
  const wanted = text.trim().toLowerCase();
  const shown = all.filter((trace) =>
    `${nameOf(tracedOf(trace).deviceId.id)} ${resultText(trace, m)}`.toLowerCase().includes(wanted),
  );
  const current = chosen && idOf(chosen);
  return (
    <section className="card trace-list" aria-label={w.title}>
      <div className="card-head">
        <Segments
          label={w.title}
          options={[
            ["run", w.runs],
            ["transition", w.transitions],
          ]}
          value={kind}
          onChange={setKind}
        />
        <input
          type="search"
          aria-label={w.search}
          placeholder={w.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {all.length === 0 && <p className="card-body soft">{kind === "run" ? w.noRuns : w.noTransitions}</p>}
      <ol>
        {shown.map((trace, index) => {
          const { deviceId, ts } = tracedOf(trace);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may happen twice in a millisecond
            <li key={`${idOf(trace)} ${index}`}>
              <button type="button" aria-pressed={idOf(trace) === current} onClick={() => onChoose(trace)}>
                <span>
                  <strong>{dateTimeText(ts, locale)}</strong>
                  <small className="soft">{nameOf(deviceId.id)}</small>
                </span>
                <span className={`badge phase-${phaseOf(trace).toLowerCase()}`}>{resultText(trace, m)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const phaseOf = (trace: Trace) => (trace.kind === "run" ? trace.run.after : trace.transition.to);

function resultText(trace: Trace, m: Messages): string {
  const w = m.rules.traces;
  if (trace.kind === "run") return w.phases[trace.run.after];
  const { occasion, severity, to } = trace.transition;
  if (occasion === null) return w.phases[to];
  return severity && occasion !== "CLEARED" ? `→ ${m.alarms.severities[severity]}` : w.occasions[occasion];
}
