import type { CheckedRule, RuleMode } from "@heliograph/contract";
import { Link, useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
import { Icon } from "../../../ui/icon.tsx";
import { type Asked, type RuleTab, ruleTabs } from "../rule-search.ts";
import { TracesTab } from "../traces/traces-tab.tsx";
import { VersionsTab } from "../versions/versions-tab.tsx";
import { draftOf, isSame, type RuleDraft, renamed } from "./draft.ts";
import { EditorTab } from "./editor-tab.tsx";
import { NewerRule } from "./newer-rule.tsx";
import { RuleHead } from "./rule-head.tsx";

interface RuleEditorProps {
  /** As the server has it; none of a new rule. */
  readonly saved: CheckedRule | undefined;
  readonly begin: RuleDraft;
  readonly tab?: RuleTab;
  readonly asked?: Asked;
  readonly onTab?: (tab: RuleTab, asked?: Asked) => void;
}

/** Changes are made to a draft; nothing is saved before the button is pressed. */
export function RuleEditor({ saved, begin, tab = "editor", asked = {}, onTab }: RuleEditorProps) {
  const m = useMessages();
  const may = useMay();
  const [mayEdit, mayNotify] = [may("EDIT_RULES"), may(pageNeeds.notifications)];
  const [{ base, draft }, setHeld] = useState({ base: saved, draft: begin });
  const [first] = useState(begin);
  const [mode, setMode] = useState<RuleMode>("SHADOW");
  const isLeaving = useRef(false);
  const isChanged = base ? !isSame(draft, draftOf(base)) : true;
  // A newer one comes in where nothing was changed; else whoever saves is told.
  const isNewer = saved !== undefined && saved !== base && saved.version >= (base?.version ?? 0);
  if (isNewer && !isChanged) setHeld({ base: saved, draft: draftOf(saved) });
  const mayBeLost = base ? isChanged : !isSame(draft, first);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      mayBeLost && !isLeaving.current && current.pathname !== next.pathname && !window.confirm(m.rules.leave),
    enableBeforeUnload: () => mayBeLost && !isLeaving.current,
  });
  const change = (part: Partial<RuleDraft>) => setHeld((held) => ({ ...held, draft: { ...held.draft, ...part } }));
  const take = (now: CheckedRule) => setHeld({ base: now, draft: draftOf(now) });
  return (
    <>
      <RuleHead
        {...{ base, draft, isChanged, mode: base?.mode ?? mode }}
        isOutdated={base !== undefined && isChanged && (saved?.version ?? 0) > base.version}
        onMode={setMode}
        onName={(name) => change(base ? { name } : renamed(draft, name))}
        onSaved={take}
        onSwitched={(now) => setHeld((held) => ({ base: now, draft: held.draft }))}
        onDiscard={() => setHeld({ base: saved ?? base, draft: saved ? draftOf(saved) : first })}
        onLeaving={() => {
          isLeaving.current = true;
        }}
      />
      {saved && base && isChanged && saved.version > base.version && <NewerRule theirs={saved} mine={draft} />}
      {onTab && (
        <nav className="tabs" aria-label={m.rules.sections}>
          {ruleTabs.map((one) => (
            <button key={one} type="button" aria-pressed={one === tab} onClick={() => onTab(one)}>
              {one === "editor" ? m.rules.editor : m.rules[one].title}
            </button>
          ))}
          {base && mayNotify && (
            <Link to="/notifications/deliveries" search={{ rule: base.id.id }}>
              {m.notifications.deliveries}
            </Link>
          )}
        </nav>
      )}
      {!mayEdit && (
        <p className="note rule-note" role="note">
          <Icon name="eye" /> {m.rules.readOnly}
        </p>
      )}
      {tab === "editor" && (
        <EditorTab
          {...{ draft, saved: base, isChanged, mode: base?.mode ?? mode }}
          onChange={mayEdit ? change : undefined}
        />
      )}
      {tab === "traces" && base && (
        <TracesTab
          rule={base}
          asked={asked}
          onAsk={(next) => onTab?.("traces", next)}
          onEditor={() => onTab?.("editor")}
        />
      )}
      {tab === "versions" && base && <VersionsTab rule={base} onRestored={take} />}
    </>
  );
}
