import type { StoredWidget } from "@heliograph/contract";
import { lazy, type RefObject, Suspense, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { ErrorNote } from "../../ui/states.tsx";
import type { PageAnswer, QuestionAnswer } from "../page-answer.ts";
import type { ChannelOf } from "../series-lines.ts";
import { useShownDashboard } from "../shown-dashboard.tsx";
import type { WidgetSurroundings } from "../widget-frame.tsx";

const NotesDialog = lazy(async () => ({ default: (await import("../notes/notes-dialog.tsx")).NotesDialog }));

interface WidgetMenuProps extends Pick<WidgetSurroundings, "from" | "to" | "onZoom"> {
  readonly name: string;
  readonly stored: StoredWidget;
  readonly answer: PageAnswer;
  readonly channelOf: ChannelOf;
  /** What holds the widget as it is drawn. */
  readonly box: RefObject<HTMLDivElement | null>;
}

/** Takes along what a widget shows: as a picture, and as rows where it has any. Charts have the notes of the dashboard. */
export function WidgetMenu({ name, stored, answer, channelOf, box, ...around }: WidgetMenuProps) {
  const m = useMessages();
  const [error, setError] = useState<unknown>();
  const [areNotesOpen, setNotesOpen] = useState(false);
  const title = stored.title || name;
  const savePicture = () => {
    const widget = box.current?.querySelector<HTMLElement>(".widget");
    if (widget) pictureOf(widget).then((blob) => saveBlob(blob, `${title}.png`), setError);
  };
  const own = () => [...answer].filter(([question]) => question.startsWith(`${name}.`)).map(([, one]) => one);
  const saveRows = () => void rowsOf(own(), channelOf).then((blob) => blob && saveBlob(blob, `${title}.csv`), setError);
  return (
    <div className="widget-menu">
      <Menu label={m.dashboards.widgetMenu} button={<Icon name="more" />}>
        {stored.kind === "TIME_SERIES" && <NotesButton onOpen={() => setNotesOpen(true)} />}
        <button type="button" className="menu-item" data-closes onClick={savePicture}>
          <Icon name="download" /> {m.dashboards.savePicture}
        </button>
        <RowsButton hasAny={() => own().some(hasRows)} onSave={saveRows} />
      </Menu>
      <ErrorNote error={error} />
      {areNotesOpen && (
        <Suspense>
          <NotesDialog widget={name} title={title} {...around} onClose={() => setNotesOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Where there are any, or where some can be written. */
function NotesButton({ onOpen }: { readonly onOpen: () => void }) {
  const m = useMessages();
  const { annotations = [], editableId } = useShownDashboard() ?? {};
  if (annotations.length === 0 && editableId === undefined) return null;
  return (
    <button type="button" className="menu-item" data-closes onClick={onOpen}>
      <Icon name="edit" /> {m.dashboards.notes}
    </button>
  );
}

const pictureOf = async (widget: HTMLElement): Promise<Blob> => (await import("./element-png.ts")).elementPng(widget);

const rowsOf = async (answers: readonly QuestionAnswer[], channelOf: ChannelOf): Promise<Blob | undefined> =>
  (await import("./csv-rows.ts")).csvRows(answers, channelOf);

const hasRows = ({ series, latest, alarms, files }: QuestionAnswer): boolean =>
  latest.size + alarms.length + files.length > 0 || series.some(({ times }) => times.length > 0);

/** Asked when the menu is opened: rows of a chart are many. */
function RowsButton({ hasAny, onSave }: { readonly hasAny: () => boolean; readonly onSave: () => void }) {
  const m = useMessages();
  if (!hasAny()) return null;
  return (
    <button type="button" className="menu-item" data-closes onClick={onSave}>
      <Icon name="download" /> {m.dashboards.saveRows}
    </button>
  );
}
