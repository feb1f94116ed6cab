import { type RuleMode, ruleModes } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { exportRules, ruleList, rulesShown } from "../../api/rules.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { EmptyState, ErrorNote } from "../../ui/states.tsx";
import { ImportRulesDialog } from "./list/import-dialog.tsx";
import { NewRuleDialog, PresetCards } from "./list/preset-cards.tsx";
import { RuleTable } from "./list/rule-table.tsx";

/** The rules that concern what one can see [RUL5]. */
export function RulesPage() {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_RULES");
  const [text, setText] = useState("");
  const [mode, setMode] = useState<RuleMode | "">("");
  const [limit, setLimit] = useState(rulesShown);
  const wish = { text: useDeferredValue(text.trim()), mode };
  const { data, error, refetch } = useQuery(ruleList(wish, limit));
  const [open, setOpen] = useState<"new" | "import">();
  const close = () => setOpen(undefined);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>
            {m.rules.title} {data && <span className="badge">{data.totalElements}</span>}
          </h1>
          <p className="soft">{m.rules.text}</p>
        </div>
        <div className="row">
          <ExportButton />
          {mayEdit && (
            <>
              <button type="button" className="button" onClick={() => setOpen("import")}>
                <Icon name="upload" /> {m.rules.import}
              </button>
              <button type="button" className="button primary" onClick={() => setOpen("new")}>
                <Icon name="plus" /> {m.rules.add}
              </button>
            </>
          )}
        </div>
      </div>
      <div className="toolbar">
        <input
          type="search"
          className="rule-search"
          aria-label={m.rules.search}
          placeholder={m.rules.search}
          maxLength={255}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <ModeChoice value={mode} onChange={setMode} />
      </div>
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + rulesShown)}>
        {(rows) =>
          rows.length > 0 ? <RuleTable rules={rows} /> : <Nothing isSearched={wish.text !== "" || mode !== ""} />
        }
      </ListCard>
      {open === "new" && <NewRuleDialog onClose={close} />}
      {open === "import" && <ImportRulesDialog onClose={close} />}
    </div>
  );
}

/** Nothing yet: what to begin with is the next step. */
function Nothing({ isSearched }: { readonly isSearched: boolean }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_RULES");
  if (isSearched) return <EmptyState icon="search" title={m.rules.emptySearch} text={m.rules.emptySearchText} />;
  return (
    <>
      <EmptyState icon="rules" title={m.rules.empty} text={mayEdit ? m.rules.emptyText : m.rules.text} />
      {mayEdit && (
        <div className="card-body rule-begin">
          <PresetCards />
        </div>
      )}
    </>
  );
}

interface ModeChoiceProps {
  readonly value: RuleMode | "";
  readonly onChange: (mode: RuleMode | "") => void;
}

function ModeChoice({ value, onChange }: ModeChoiceProps) {
  const m = useMessages();
  return (
    <select
      aria-label={m.rules.mode}
      value={value}
      onChange={({ target }) => onChange(ruleModes.find((mode) => mode === target.value) ?? "")}
    >
      <option value="">{m.rules.anyMode}</option>
      {ruleModes.map((mode) => (
        <option key={mode} value={mode}>
          {m.rules.modes[mode]}
        </option>
      ))}
    </select>
  );
}

function ExportButton() {
  const m = useMessages();
  const [error, setError] = useState<unknown>();
  const download = async () => {
    try {
      const file = JSON.stringify(await exportRules(), null, 2);
      saveBlob(new Blob([file], { type: "application/json" }), "rules.json");
      setError(undefined);
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <>
      <ErrorNote error={error} />
      <button type="button" className="button" onClick={() => void download()}>
        <Icon name="download" /> {m.rules.exportAll}
      </button>
    </>
  );
}
