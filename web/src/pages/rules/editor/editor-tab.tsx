import type { CheckedRule, RuleDefinition, RuleMode } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { TextEdit } from "../../device-types/edit-fields.tsx";
import { useRecipientWords } from "../../notifications/recipients/use-recipients.ts";
import { BacktestCard } from "../backtest/backtest-card.tsx";
import { FiringTable } from "../backtest/firing-table.tsx";
import { useRuleCheck, useSettledRule } from "../backtest/use-backtest.ts";
import { useTrial } from "../backtest/use-trial.ts";
import { problemText } from "../problem-text.ts";
import { areasOf } from "../sentence/edits.ts";
import { missingParts } from "../sentence/missing-parts.ts";
import { partText } from "../sentence/part-text.ts";
import { inputNamed, unitOf } from "../sentence/rule-names.ts";
import { useGround, useWording } from "../use-rule-names.ts";
import { AreaCards } from "./area-cards.tsx";
import type { RuleDraft } from "./draft.ts";
import { RuleEditingProvider } from "./rule-editing.ts";
import { SentenceView } from "./sentence-view.tsx";

interface EditorTabProps {
  readonly draft: RuleDraft;
  readonly saved: CheckedRule | undefined;
  readonly mode: RuleMode;
  readonly isChanged: boolean;
  readonly onChange: ((part: Partial<RuleDraft>) => void) | undefined;
}

/** The sentence, what it would have done, and what follows from it. */
export function EditorTab({ draft, saved, mode, isChanged, onChange }: EditorTabProps) {
  const m = useMessages();
  const { definition } = draft;
  const ground = useGround(definition.scope);
  const wording = useWording(ground.names, useRecipientWords());
  const settled = useSettledRule(definition);
  const missing = missingParts(definition);
  const check = useRuleCheck(settled, saved?.id.id, missingParts(settled).length === 0);
  const problems = missing.length > 0 ? missing : check.problems;
  const { error, isSound, isAsked } = check;
  const isSettled = settled === definition;
  const trial = useTrial({
    ...{ definition: settled, saved, ground, isSound: isSound && isSettled },
    isChecking: isAsked || (!isSettled && problems.length === 0),
  });
  const problemsAt = (path: string) =>
    problems
      .filter((one) => one.path === path || one.path.startsWith(`${path}.`))
      .map((problem) => problemText(problem, m.rules.problemTexts));
  const change = onChange && ((next: RuleDefinition) => onChange({ definition: next }));
  const first = firstCompare(definition);
  return (
    <RuleEditingProvider value={{ definition, change, ground, wording, problemsAt }}>
      <div className="rule-layout">
        <div className="rule-main">
          <section className="card" aria-label={m.rules.rule}>
            <SentenceView />
            {(problems.length > 0 || error) && (
              <div className="rule-problems" role="status">
                <strong>{m.rules.problems}</strong>
                <ErrorNote error={error} />
                <ul>
                  {problems.map((problem) => (
                    <li key={`${problem.path} ${problem.message}`}>
                      <strong title={problem.path}>{partText(problem.path, m.rules)}</strong>{" "}
                      {problemText(problem, m.rules.problemTexts)}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </section>
          <AreaCards trial={trial} />
          <BacktestCard trial={trial} />
        </div>
        <div className="rule-side">
          <section className="card">
            <div className="card-body form">
              <p className="note">
                <Icon name="eye" /> <ModeText mode={mode} saved={saved} isChanged={isChanged} />
              </p>
              <TextEdit
                label={m.rules.description}
                value={draft.description}
                maxLength={4096}
                onChange={onChange && ((description) => onChange({ description }))}
              />
            </div>
          </section>
          {trial.summary && (
            <FiringTable
              summary={trial.summary}
              names={ground.names}
              unit={unitOf(definition.inputs[0], ground.names)}
              isLow={first?.comparison.startsWith("LESS") ?? false}
              hasExtremes={areasOf(definition).length === 0}
              current={trial.firing}
              onChoose={trial.chooseFiring}
            />
          )}
        </div>
      </div>
    </RuleEditingProvider>
  );
}

function ModeText({ mode, saved, isChanged }: Pick<EditorTabProps, "mode" | "saved" | "isChanged">) {
  const m = useMessages();
  const next = !saved ? m.rules.onCreating : isChanged ? m.rules.onSaving(saved.version + 1) : "";
  return (
    <span>
      <strong>{m.rules.modes[mode]}:</strong> {m.rules.modeTexts[mode]} {next}
    </span>
  );
}

/** The extremes that are told are of the first input. */
const firstCompare = ({ steps, inputs }: RuleDefinition) => {
  const [first] = steps;
  if (first?.when.kind !== "COMPARE") return undefined;
  return inputNamed(inputs, first.when.input) === inputs[0] ? first.when : undefined;
};
