import type { CalculatedChannelRecord, CalculatedDefinition } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { calculatedCheck } from "../../../api/calculated-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { useSettled } from "../../device-types/use-settled.ts";
import { Filled } from "../../rules/editor/filled.tsx";
import { problemText } from "../../rules/problem-text.ts";
import { useGround } from "../../rules/use-rule-names.ts";
import { isSame, ruleScopeOf } from "../calculated-draft.ts";
import { useMayCalculate } from "../use-may-calculate.ts";
import { CalculatedEditingProvider } from "./calculated-editing.ts";
import { CalculatedHead } from "./calculated-head.tsx";
import { DependencyCard } from "./dependency-card.tsx";
import { ExpressionField } from "./expression-field.tsx";
import { FillCard } from "./fill-card.tsx";
import { InputList } from "./input-list.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { ResultFields } from "./result-fields.tsx";
import { ScopeChip } from "./scope-chip.tsx";
import { usePreview } from "./use-preview.ts";

interface CalculatedEditorProps {
  /** As the server has it; none of a new one. */
  readonly saved: CalculatedChannelRecord | undefined;
  readonly begin: CalculatedDefinition;
}

/** Changes are made to a draft; nothing is saved before the button is pressed. */
export function CalculatedEditor({ saved, begin }: CalculatedEditorProps) {
  const m = useMessages();
  const mayEdit = useMayCalculate();
  const [{ base, draft }, setHeld] = useState({ base: saved, draft: begin });
  const [first] = useState(begin);
  const isLeaving = useRef(false);
  const isChanged = base ? !isSame(draft, base.definition) : true;
  // A newer one comes in where nothing was changed; else whoever saves is told.
  const isNewer = saved !== undefined && saved !== base && saved.version >= (base?.version ?? 0);
  if (isNewer && !isChanged) setHeld({ base: saved, draft: saved.definition });
  const mayBeLost = base ? isChanged : !isSame(draft, first);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      mayBeLost && !isLeaving.current && current.pathname !== next.pathname && !window.confirm(m.calculated.leave),
    enableBeforeUnload: () => mayBeLost && !isLeaving.current,
  });
  const take = (now: CalculatedChannelRecord) => setHeld({ base: now, draft: now.definition });
  return (
    <>
      <CalculatedHead
        {...{ base, draft, isChanged }}
        isOutdated={base !== undefined && isChanged && (saved?.version ?? 0) > base.version}
        onSaved={take}
        onDiscard={() => setHeld({ base: saved ?? base, draft: saved ? saved.definition : first })}
        onLeaving={() => {
          isLeaving.current = true;
        }}
      />
      {!mayEdit && (
        <p className="note rule-note" role="note">
          <Icon name="eye" /> {m.calculated.readOnly}
        </p>
      )}
      <Parts
        {...{ base, draft, isChanged }}
        onChange={mayEdit ? (next) => setHeld((held) => ({ ...held, draft: next })) : undefined}
      />
    </>
  );
}

interface PartsProps {
  readonly base: CalculatedChannelRecord | undefined;
  readonly draft: CalculatedDefinition;
  readonly isChanged: boolean;
  readonly onChange: ((definition: CalculatedDefinition) => void) | undefined;
}

function Parts({ base, draft, isChanged, onChange }: PartsProps) {
  const m = useMessages();
  const ground = useGround(ruleScopeOf(draft.scope));
  const settled = useSettled(draft);
  const check = useQuery(calculatedCheck(settled, base?.id.id));
  const isChecked = settled === draft && !check.isPlaceholderData && !check.isFetching;
  const problems = check.error ? [] : (check.data?.problems ?? []);
  const isSound = isChecked && check.data !== undefined && !check.error && problems.length === 0;
  const preview = usePreview({ definition: settled, ground, isSound });
  const problemsAt = (path: string) => problems.filter((one) => one.path === path || one.path.startsWith(`${path}.`));
  return (
    <CalculatedEditingProvider value={{ definition: draft, change: onChange, ground, problemsAt }}>
      <div className="calculated-layout">
        <div className="rule-main">
          <section className="card" aria-label={m.calculated.channel}>
            <div className="rule-sentence">
              <div className="rule-line">
                <Filled
                  template={m.calculated.whole}
                  places={{
                    scope: <ScopeChip />,
                    key: <strong className="break">{draft.key}</strong>,
                  }}
                />
              </div>
            </div>
            <div className="card-body calculated-body">
              <ExpressionField isChecked={isChecked} isSound={isSound} />
              <h3>{m.calculated.inputs}</h3>
              <InputList />
              <h3>{m.calculated.result}</h3>
              <ResultFields />
            </div>
            {(problems.length > 0 || check.error) && (
              <div className="rule-problems" role="status">
                <strong>{m.calculated.problems}</strong>
                <ErrorNote error={check.error} />
                <ul>
                  {problems.map((problem) => (
                    <li key={`${problem.path} ${problem.message}`}>
                      <code>{problem.path}</code> {problemText(problem, m.rules.problemTexts)}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </section>
        </div>
        <div className="rule-main">
          <PreviewCard preview={preview} />
          <DependencyCard id={base?.id.id} />
          {base && onChange && <FillCard channelId={base.id.id} isChanged={isChanged} />}
        </div>
      </div>
    </CalculatedEditingProvider>
  );
}
