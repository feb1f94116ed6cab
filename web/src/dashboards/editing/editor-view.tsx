import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { fixed, type TimeChoice, wider } from "../../time-range/shown-time.ts";
import { TimeRangeControl } from "../../time-range/time-range-control.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import type { DashboardSearch } from "../dashboard-search.ts";
import { LinksBehind } from "../sharing/links-behind.tsx";
import { useShownTime } from "../use-shown-time.ts";
import { VariableChips } from "../variable-chips.tsx";
import { isNarrowWindow } from "./canvas.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { pageOf, withDerivedPhone } from "./content.ts";
import type { DraftStore } from "./draft.ts";
import { EditedPage } from "./edited-page.tsx";
import { unsavedCount } from "./editor.ts";
import { EditorHead } from "./editor-head.tsx";
import { PageBar } from "./page-bar.tsx";
import { Palette } from "./palette.tsx";
import { focusWidget, Panel } from "./panel.tsx";
import { SaidAloud } from "./said.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useClipKeys } from "./use-clip.ts";
import { useKeptDraft } from "./use-draft.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { useSaving } from "./use-saving.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { VariableBar } from "./variable-bar.tsx";
import { VersionsDialog } from "./versions-dialog.tsx";
import { useEditorWords } from "./words/words.ts";
import { WrongNote } from "./wrong-note.tsx";

interface EditorViewProps {
  readonly dashboardId: string;
  readonly drafts: DraftStore;
  readonly search: DashboardSearch;
  readonly onSearch: (search: DashboardSearch) => void;
  readonly onLeave: () => void;
  readonly onCopied: (dashboardId: string) => void;
}

/** The editor of a dashboard: palette, page and settings [DSH5]. */
export function EditorView({ dashboardId, drafts, search, onSearch, onLeave, onCopied }: EditorViewProps) {
  const words = useEditorWords();
  const editor = useEditor();
  const state = useEditorState();
  const client = useQueryClient();
  const panel = useRef<HTMLElement>(null);
  const isBusy = useRef(false);
  const [isPaletteOpen, setPaletteOpen] = useState(() => !isNarrowWindow());
  const [isDiscarding, setDiscarding] = useState(false);
  const [areVersionsShown, setVersionsShown] = useState(false);
  const isKept = useKeptDraft(drafts, words.leaveUnkept);
  const saving = useSaving(dashboardId, client);
  useShortcuts(saving.save);
  useClipKeys();
  const { configuration } = state.history.present;
  const { shown, round } = useShownTime(search, configuration, isBusy);
  const now = useRef({ search, shown, onSearch });
  now.current = { search, shown, onSearch };
  const withTime = useCallback((time: TimeChoice) => {
    const { from: _, to: __, ...others } = now.current.search;
    now.current.onSearch({ ...others, ...time });
  }, []);
  const onZoom = useCallback((from: number, to: number) => withTime(fixed(from, to)), [withTime]);
  const onZoomOut = useCallback(() => withTime(wider(now.current.shown)), [withTime]);
  const openWithTime = () => {
    const { from = "", to = "" } = search;
    editor.configure({ time: { ...configuration.time, from, to } }, "time");
    withTime({});
    toast(words.parts.timeSet);
  };
  const page = pageOf(state.history.present, state.look.pageId);
  const open = () => {
    const [name] = editor.state.get().selection;
    if (name === undefined) return;
    editor.open(name);
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>("input, select, textarea")?.focus());
  };
  const onAdded = () => {
    if (isNarrowWindow()) setPaletteOpen(false);
    const [name] = editor.state.get().selection;
    requestAnimationFrame(() => name !== undefined && focusWidget(name));
  };
  if (!page) return null;
  return (
    <div className="editor" data-palette={isPaletteOpen || undefined}>
      <EditorHead
        {...{ dashboardId, search }}
        isSaving={saving.isSaving}
        onSave={saving.save}
        onDiscard={() => setDiscarding(true)}
      >
        <button
          type="button"
          className="button"
          aria-label={words.addWidget}
          aria-expanded={isPaletteOpen}
          onClick={() => setPaletteOpen(!isPaletteOpen)}
        >
          <Icon name="plus" /> <span className="hide-narrow">{words.addWidget}</span>
        </button>
        <button
          type="button"
          className="button"
          aria-label={words.parts.versions.title}
          onClick={() => setVersionsShown(true)}
        >
          <Icon name="history" /> <span className="hide-narrow">{words.parts.versions.title}</span>
        </button>
      </EditorHead>
      <ErrorNote error={saving.error} />
      {saving.saved && <LinksBehind saved={saving.saved} />}
      <WrongNote isAsked={saving.isWrong} onOpen={open} />
      {!isKept && (
        <p className="note note-warn" role="alert">
          {words.cannotKeep}
        </p>
      )}
      <div className="edit-body">
        {isPaletteOpen && <Palette onAdded={onAdded} />}
        <div className="edit-middle">
          <div className="dashboard-bar">
            <PageBar onPage={(pageId) => onSearch({ ...search, page: pageId })} />
            <VariableBar />
          </div>
          <div className="dashboard-bar">
            <VariableChips
              variables={configuration.variables}
              choice={search.choice ?? none}
              onChange={(choice) => onSearch({ ...search, choice })}
            />
            <TimeRangeControl shown={shown} own={configuration.time} onChange={withTime} />
            {search.from !== undefined && search.to !== undefined && (
              <button type="button" className="button small" onClick={openWithTime}>
                {words.parts.time}
              </button>
            )}
          </div>
          <SelectionBar onOpen={open} />
          {state.look.isPhone && <PhoneNote isOwn={page.narrow !== undefined} />}
          <EditedPage
            {...{ configuration, page, shown, round, isBusy, onZoom, onZoomOut }}
            choice={search.choice ?? none}
            onOpen={open}
          />
          <p className="edit-keys soft">
            {words.keys.map(([keys, what]) => (
              <span key={keys}>
                <kbd>{keys}</kbd> {what}
              </span>
            ))}
          </p>
        </div>
        <Panel panel={panel} />
      </div>
      <SaidAloud />
      {saving.theirs && (
        <ConflictDialog
          key={saving.theirs.version}
          theirs={saving.theirs}
          onClose={saving.settle}
          onSave={saving.save}
          onCopied={(id) => {
            drafts.forget();
            onCopied(id);
          }}
        />
      )}
      {areVersionsShown && <VersionsDialog dashboardId={dashboardId} onClose={() => setVersionsShown(false)} />}
      {isDiscarding && (
        <Confirm
          title={words.discardTitle}
          text={words.discardText(unsavedCount(state))}
          action={words.discard}
          onConfirm={async () => {
            editor.discard();
            drafts.forget();
            onLeave();
          }}
          onClose={() => setDiscarding(false)}
        />
      )}
    </div>
  );
}

const none: Readonly<Record<string, string>> = {};

function PhoneNote({ isOwn }: { readonly isOwn: boolean }) {
  const words = useEditorWords();
  const editor = useEditor();
  return (
    <p className="note">
      <span className="grow">{isOwn ? words.phoneOwn : words.phoneDerived}</span>
      {isOwn && (
        <button
          type="button"
          className="button small"
          onClick={() => editor.change(withDerivedPhone(editor.content, editor.state.get().look.pageId), "phone")}
        >
          {words.phoneDerive}
        </button>
      )}
    </p>
  );
}
