import { useLanguage } from "../../i18n/messages.tsx";
import { de } from "./de.ts";
import { en, type SearchWords } from "./en.ts";

export const useSearchWords = (): SearchWords => (useLanguage() === "de" ? de : en);
