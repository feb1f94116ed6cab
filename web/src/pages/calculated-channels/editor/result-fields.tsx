import { type CalculatedDefinition, hasProjects } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { NumberEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { SpanEdit } from "../../rules/editor/span-edit.tsx";
import { useCalculatedEditing } from "./calculated-editing.ts";

type Said = Partial<Pick<CalculatedDefinition, "name" | "unit" | "decimals">>;

/** What is empty is not said. */
function withSaid(definition: CalculatedDefinition, part: Said): CalculatedDefinition {
  const { name, unit, decimals, ...rest } = { ...definition, ...part };
  return {
    ...rest,
    ...(name && { name }),
    ...(unit && { unit }),
    ...(decimals !== undefined && { decimals }),
  };
}

/** What the result is stored as, and how it is shown. */
export function ResultFields() {
  const m = useMessages();
  const { definition, change } = useCalculatedEditing();
  const { key, name, unit, decimals, everyMs } = definition;
  const set = change && ((part: Said) => change(withSaid(definition, part)));
  return (
    <div className="form">
      <div className="form-pair">
        <TextEdit
          label={m.calculated.key}
          hint={m.calculated.keyHint}
          value={key}
          maxLength={256}
          onChange={change && ((next) => change({ ...definition, key: next }))}
        />
        <TextEdit
          label={m.calculated.name}
          value={name}
          placeholder={key}
          onChange={set && ((next) => set({ name: next }))}
        />
      </div>
      <div className="form-pair">
        <TextEdit
          label={m.calculated.unit}
          hint={m.calculated.unitHint}
          value={unit}
          maxLength={64}
          onChange={set && ((next) => set({ unit: next }))}
        />
        <NumberEdit
          label={m.calculated.decimals}
          value={decimals}
          onChange={
            set &&
            ((next) => {
              const { decimals: _, ...rest } = definition;
              if (next === undefined) change?.(rest);
              else set({ decimals: next });
            })
          }
        />
      </div>
      {hasProjects(definition) && change && (
        <SpanEdit
          label={m.calculated.every}
          hint={m.calculated.everyHint}
          value={everyMs}
          onChange={(next) => next !== undefined && change({ ...definition, everyMs: next })}
        />
      )}
    </div>
  );
}
