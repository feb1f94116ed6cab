import { changesBetween, type DashboardRecord, type MergeSide, mergeDashboards } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { saveDashboard } from "../../api/dashboards.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { dashboardSaved } from "../dashboard-saved.ts";
import { changeTexts, placeOfChange, valueText } from "./change-text.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { useEditorWords } from "./words/words.ts";

interface ConflictDialogProps {
  /** What somebody else saved. */
  readonly theirs: DashboardRecord;
  readonly onClose: () => void;
  /** Saves what the editor holds now. */
  readonly onSave: () => void;
  readonly onCopied: (dashboardId: string) => void;
}

const shownAtMost = 30;

/** Two saved at once: nothing is lost, and both can be had [DSH2, DSH5]. */
export function ConflictDialog({ theirs, onClose, onSave, onCopied }: ConflictDialogProps) {
  const words = useEditorWords();
  const w = words.parts.conflict;
  const locale = useLocale();
  const editor = useEditor();
  const client = useQueryClient();
  const { base, history } = useEditorState();
  const [sides, setSides] = useState<Readonly<Record<string, MergeSide>>>({});
  const [error, setError] = useState<unknown>();
  const mine = history.present;
  const their = useMemo(() => ({ title: theirs.title, configuration: theirs.configuration }), [theirs]);
  const merged = useMemo(
    () => mergeDashboards(base.content, mine, their, ({ path }) => sides[path.join("/")] ?? "mine"),
    [base, mine, their, sides],
  );
  const newest = { version: theirs.version, content: their };
  const take = (content: typeof mine, isSaved: boolean) => {
    editor.take(newest, content);
    onClose();
    if (isSaved) onSave();
  };
  const copy = async () => {
    const { title, configuration } = mine;
    const projectId = theirs.projectId;
    const made = await saveDashboard({ title: w.copyTitle(title), configuration, projectId });
    dashboardSaved(client, made);
    editor.take(newest, their);
    onCopied(made.id.id);
  };
  return (
    <Dialog title={w.title} size="wide" onClose={onClose}>
      <p>
        {w.text(base.version, theirs.savedBy ?? w.somebody, theirs.version, dateTimeText(theirs.savedTime, locale))}
      </p>
      <div className="columns even">
        <Changes title={w.yours} lines={changeTexts(changesBetween(base.content, mine), [mine, base.content], words)} />
        <Changes
          title={w.theirs}
          lines={changeTexts(changesBetween(base.content, their), [their, base.content], words)}
        />
      </div>
      {merged.conflicts.length === 0 ? (
        <p className="note">
          <Icon name="check" /> {w.none}
        </p>
      ) : (
        <fieldset className="edit-conflicts">
          <legend>{w.some(merged.conflicts.length)}</legend>
          {merged.conflicts.map(({ path, mine: own, theirs: other }) => {
            const name = path.join("/");
            const where = placeOfChange({ path: [...path] }, [mine, their], words);
            const choice = (side: MergeSide, text: string, value: unknown) => (
              <label className="check">
                <input
                  type="radio"
                  name={name}
                  checked={(sides[name] ?? "mine") === side}
                  onChange={() => setSides({ ...sides, [name]: side })}
                />
                <span className="break">
                  {text}: {valueText(value)}
                </span>
              </label>
            );
            return (
              <div key={name} role="radiogroup" aria-label={where}>
                <strong className="break">{where}</strong>
                {choice("mine", w.mine, own)}
                {choice("theirs", w.their, other)}
              </div>
            );
          })}
        </fieldset>
      )}
      <ErrorNote error={error} />
      <div className="dialog-actions edit-conflict-actions">
        <button type="button" className="button" onClick={() => take(their, false)}>
          {w.takeTheirs(theirs.version)}
        </button>
        <button type="button" className="button" onClick={() => take(mine, true)}>
          {w.keepMine}
        </button>
        <button type="button" className="button" onClick={() => void copy().catch(setError)}>
          {w.copy}
        </button>
        <button type="button" className="button primary" onClick={() => take(merged.content, true)}>
          {w.merge}
        </button>
      </div>
    </Dialog>
  );
}

interface ChangesProps {
  readonly title: (count: number) => string;
  readonly lines: readonly string[];
}

function Changes({ title, lines }: ChangesProps) {
  const { conflict: w } = useEditorWords().parts;
  return (
    <section>
      <h3>{title(lines.length)}</h3>
      <ul className="edit-changes">
        {lines.slice(0, shownAtMost).map((line) => (
          <li key={line} className="break">
            {line}
          </li>
        ))}
        {lines.length > shownAtMost && <li className="soft">{w.further(lines.length - shownAtMost)}</li>}
      </ul>
    </section>
  );
}
