import {
  type DashboardConfiguration,
  type DashboardContent,
  isAlike,
  knownWidget,
  type StoredWidget,
} from "@heliograph/contract";

export type Note = DashboardConfiguration["annotations"][number];

/**
 * With another note in place of one, or with one more. The chart it was written on shows notes from now on: what somebody
 * writes is there to be seen. One that somebody else deleted meanwhile is there again, as it was written last.
 */
export function withNote(content: DashboardContent, widget: string, note: Note, before?: Note): DashboardContent {
  const { annotations, widgets } = content.configuration;
  const at = before ? annotations.findIndex((one) => isAlike(one, before)) : -1;
  const stored = Object.hasOwn(widgets, widget) ? widgets[widget] : undefined;
  return {
    ...content,
    configuration: {
      ...content.configuration,
      annotations: at < 0 ? [...annotations, note] : annotations.with(at, note),
      widgets: stored ? { ...widgets, [widget]: showingNotes(stored) } : widgets,
    },
  };
}

export function withoutNote(content: DashboardContent, note: Note): DashboardContent {
  const { annotations } = content.configuration;
  const at = annotations.findIndex((one) => isAlike(one, note));
  return at < 0
    ? content
    : { ...content, configuration: { ...content.configuration, annotations: annotations.toSpliced(at, 1) } };
}

function showingNotes(stored: StoredWidget): StoredWidget {
  const widget = knownWidget(stored);
  if (widget?.kind !== "TIME_SERIES" || widget.options.show?.notes) return stored;
  return { ...widget, options: { ...widget.options, show: { ...widget.options.show, notes: true } } };
}

/** The newest first. */
export const inOrder = (notes: readonly Note[]): readonly Note[] =>
  notes.toSorted((one, other) => other.startTs - one.startTs);
