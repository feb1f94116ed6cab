import { language } from "../../i18n/messages.tsx";
import { useStore } from "../../state/store.ts";
import { de } from "./de.ts";
import { en, type MakingWords } from "./en.ts";

export const useMakingWords = (): MakingWords => (useStore(language) === "de" ? de : en);
