import { useMessages } from "../../../i18n/messages.tsx";
import { Field } from "../../../ui/field.tsx";
import { inputText } from "../sentence/wording.ts";
import { Chip } from "./chip.tsx";
import { useRuleEditing } from "./rule-editing.ts";

interface ExpressionChipProps {
  readonly expression: string;
  readonly path: string;
  readonly onChange: (expression: string) => void;
}

const longest = 2_000;

/** An expression; what the server says about it stands below it while it is written. */
export function ExpressionChip({ expression, path, onChange }: ExpressionChipProps) {
  const f = useMessages().rules.form;
  const { definition, wording } = useRuleEditing();
  return (
    <Chip label={f.expression} text={<code>{expression}</code>} path={path}>
      <Field label={f.expression} hint={f.expressionHint}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            spellCheck={false}
            maxLength={longest}
            value={expression}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <dl className="rule-names">
        {definition.inputs.map((input) => (
          <div key={input.name}>
            <dt>
              <code>{input.name}</code>
            </dt>
            <dd>{inputText(input, wording)}</dd>
          </div>
        ))}
      </dl>
    </Chip>
  );
}
