export { noteVersionNeeded } from "./errors.ts";
export type { Note, NoteProperties, NoteQuery, NoteStore, PlacedNote } from "./note.ts";
export { Notes } from "./notes.ts";
