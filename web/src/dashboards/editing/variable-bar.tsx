import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { useEditorState } from "./use-editor.ts";
import { VariableDialog } from "./variable-dialog.tsx";
import { useEditorWords } from "./words/words.ts";

/** The variables of the dashboard: each is a way to its settings. */
export function VariableBar() {
  const { parts: w } = useEditorWords();
  const { variables } = useEditorState().history.present.configuration;
  const [edited, setEdited] = useState<string | null>();
  return (
    <div className="row edit-variables">
      {variables.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          className="button small"
          aria-label={w.editVariable(label ?? name)}
          onClick={() => setEdited(name)}
        >
          <span className="cut">{label ?? name}</span> <Icon name="edit" size={14} />
        </button>
      ))}
      <button type="button" className="button ghost small" onClick={() => setEdited(null)}>
        <Icon name="plus" size={14} /> {w.addVariable}
      </button>
      {edited !== undefined && (
        <VariableDialog
          key={edited}
          before={variables.find(({ name }) => name === edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
