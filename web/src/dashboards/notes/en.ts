/** Words for notes; they come with their dialog. */
export const en = {
  title: (chart: string) => `Notes · ${chart}`,
  text: "Notes of this dashboard, on the time axis of its charts. They are saved at once, as a version of the dashboard.",
  readText: "Notes of this dashboard, on the time axis of its charts.",
  none: "No notes yet",
  write: "Write a note",
  change: "Change the note",
  what: "What happened",
  from: "When",
  until: "Until",
  untilHint: "Only if it took time",
  ownColour: "A colour of its own",
  colour: "Colour",
  needsText: "Write what happened",
  needsTime: "Say when it happened",
  endsEarly: "It ends before it begins",
  deleteTitle: "Delete this note?",
  full: (most: string) => `There are ${most} notes, more is not possible. Delete some first.`,
};

export type NoteWords = typeof en;
