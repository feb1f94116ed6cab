import type { CheckedRule } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { inputNamed } from "../sentence/rule-names.ts";
import { filledText } from "../sentence/template.ts";
import { inputText, measuredText, type Wording } from "../sentence/wording.ts";
import { holdTexts, type Look, textAt } from "./answer.ts";

interface ProofProps {
  readonly look: Look;
  readonly rule: CheckedRule;
  readonly wording: Wording;
}

type Verdict = "MET" | "NOT_MET" | "UNKNOWN";

const marks = { MET: "check", NOT_MET: "close", UNKNOWN: "more" } as const;

/** Each condition with its answer, and how long it has been so. */
export function ConditionProof({ look, rule, wording }: ProofProps) {
  const w = useMessages().rules.traces;
  const hasFired = look.phase === "ACTIVE" || look.phase === "RECOVERING";
  // What was waited for is over once it fired; then its end counts.
  const holds = look.holds.filter(
    ({ path, neededMs, neededTimes, isMet }) =>
      (neededMs > 0 || neededTimes > 1) && (isMet || hasFired === (path === "clear.for")),
  );
  return (
    <section className="card">
      <div className="card-head">
        <h2>{w.conditions}</h2>
      </div>
      <ul className="proof">
        {look.conditions.map(({ path, answer }) => (
          <ProofLine key={path} verdict={answer} depth={path.split("conditions").length - 1} value={w.answers[answer]}>
            {textAt(rule.definition, path, wording)}
          </ProofLine>
        ))}
        {holds.map((hold) => (
          <ProofLine
            key={hold.path}
            verdict={hold.isMet ? "MET" : "NOT_MET"}
            value={filledText(w.soFar, holdTexts(hold, wording))}
          >
            {holdName(hold.path, wording)}
            <progress
              max={Math.max(1, hold.neededMs || hold.neededTimes)}
              value={hold.neededMs > 0 ? hold.soFarMs : hold.times}
              aria-label={holdName(hold.path, wording)}
            />
          </ProofLine>
        ))}
      </ul>
    </section>
  );
}

/** "MAJOR.for" */
function holdName(path: string, { words, severities }: Wording): string {
  const [of = ""] = path.split(".");
  if (of === "clear") return words.traces.overLongEnough;
  const severity = Object.entries(severities).find(([name]) => name === of)?.[1] ?? of;
  return filledText(words.traces.longEnough, { severity });
}

/** What has to hold before any condition counts. */
export function Checked({ look, rule, wording }: ProofProps) {
  const w = useMessages().rules.traces;
  const yesNo = (is: boolean) => (is ? w.yes : w.no);
  const verdict = (is: boolean): Verdict => (is ? "MET" : "NOT_MET");
  const isOn = rule.mode !== "OFF";
  return (
    <section className="card">
      <div className="card-head">
        <h2>{w.checked}</h2>
      </div>
      <ul className="proof">
        <ProofLine verdict={verdict(isOn)} value={wording.words.modes[rule.mode]}>
          {w.isLive}
        </ProofLine>
        {isOn && (
          <ProofLine verdict={verdict(look.isFor)} value={yesNo(look.isFor)}>
            {w.inScope}
          </ProofLine>
        )}
        {Object.entries(look.values).map(([name, value]) => {
          const input = inputNamed(rule.definition.inputs, name);
          const told = value === null ? w.unknown : measuredText(value, input, wording);
          return (
            <ProofLine key={name} verdict={value === null ? "UNKNOWN" : "MET"} value={told}>
              {filledText(w.known, { input: input ? inputText(input, wording) : name })}
            </ProofLine>
          );
        })}
      </ul>
    </section>
  );
}

interface ProofLineProps {
  readonly verdict: Verdict;
  readonly value: string;
  readonly depth?: number;
  readonly children: React.ReactNode;
}

function ProofLine({ verdict, value, depth = 0, children }: ProofLineProps) {
  return (
    <li data-verdict={verdict} style={{ paddingInlineStart: `${14 + depth * 18}px` }}>
      <span className="proof-mark">
        <Icon name={marks[verdict]} size={14} />
      </span>
      <span className="proof-text">{children}</span>
      <strong>{value}</strong>
    </li>
  );
}
