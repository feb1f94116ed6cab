import { language } from "../../i18n/messages.tsx";
import { useStore } from "../../state/store.ts";
import { de } from "./de.ts";
import { en, type NoteWords } from "./en.ts";

export const useNoteWords = (): NoteWords => (useStore(language) === "de" ? de : en);
