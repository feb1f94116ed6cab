import type { RuleProblem } from "@heliograph/contract";
import { useRef } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { problemText } from "../../rules/problem-text.ts";
import { useCalculatedEditing } from "./calculated-editing.ts";
import { placeIn } from "./place-in.ts";

const longest = 2_000;

interface ExpressionFieldProps {
  /** What is shown is what the server was asked about last. */
  readonly isChecked: boolean;
  readonly isSound: boolean;
}

/** The expression, checked while it is written; what is wrong is marked where it stands. */
export function ExpressionField({ isChecked, isSound }: ExpressionFieldProps) {
  const m = useMessages();
  const { definition, change, problemsAt } = useCalculatedEditing();
  const { expression, inputs } = definition;
  const field = useRef<HTMLTextAreaElement>(null);
  const problems = isChecked ? problemsAt("expression") : [];
  const insert = (name: string) => {
    const { selectionStart = expression.length, selectionEnd = expression.length } = field.current ?? {};
    change?.({
      ...definition,
      expression: expression.slice(0, selectionStart) + name + expression.slice(selectionEnd),
    });
    field.current?.focus();
  };
  return (
    <div className="form">
      <Field label={m.calculated.expressionLabel} hint={m.calculated.expressionHint}>
        {(id) => (
          <textarea
            ref={field}
            id={id}
            rows={3}
            spellCheck={false}
            maxLength={longest}
            readOnly={!change}
            aria-invalid={problems.length > 0}
            value={expression}
            onChange={({ target }) => change?.({ ...definition, expression: target.value })}
          />
        )}
      </Field>
      {change && (
        <div className="row insert-names">
          {inputs.map(({ name }) => (
            <button
              key={name}
              type="button"
              className="button small"
              aria-label={m.calculated.insert(name)}
              onClick={() => insert(name)}
            >
              <code>{name}</code>
            </button>
          ))}
        </div>
      )}
      {problems.map((problem) => (
        <ExpressionProblem key={problem.message} problem={problem} expression={expression} />
      ))}
      <p className="soft" role="status">
        {!isChecked ? m.calculated.checking : isSound ? m.calculated.sound : ""}
      </p>
    </div>
  );
}

interface ExpressionProblemProps {
  readonly problem: RuleProblem;
  readonly expression: string;
}

/** The line it is in, with the place marked below it. */
function ExpressionProblem({ problem, expression }: ExpressionProblemProps) {
  const m = useMessages();
  const { range } = problem;
  const place = range && placeIn(expression, range.start);
  const line = place && expression.split("\n")[place.line - 1];
  const length =
    range && place && line !== undefined ? Math.min(range.end - range.start, line.length - place.column + 1) : 1;
  return (
    <div className="note note-error" role="alert">
      <Icon name="alert" />
      <div>
        {problemText(problem, m.rules.problemTexts)}
        {place && ` (${m.calculated.position(place.line, place.column)})`}
        {place && line !== undefined && (
          <pre className="expression-place" aria-hidden="true">
            {`${line}\n${" ".repeat(place.column - 1)}${"^".repeat(Math.max(1, length))}`}
          </pre>
        )}
      </div>
    </div>
  );
}
