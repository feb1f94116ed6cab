import { language } from "../../../i18n/messages.tsx";
import { useStore } from "../../../state/store.ts";
import { de } from "./de.ts";
import { type EditorWords, en } from "./en.ts";

export type { EditorWords } from "./en.ts";

/** Both languages come with the editor: together they are smaller than another request is slow. */
export const useEditorWords = (): EditorWords => (useStore(language) === "de" ? de : en);
