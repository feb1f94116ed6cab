import { createContext, type ReactNode, use } from "react";
import { Store, useStore } from "../state/store.ts";
import { en, type Messages } from "./en/index.ts";

export type { Messages } from "./en/index.ts";
export type Language = "en" | "de";

const storageKey = "heliograph.language";

function initialLanguage(): Language {
  const wanted = localStorage.getItem(storageKey) ?? navigator.language;
  return wanted.startsWith("de") ? "de" : "en";
}

export const language = new Store<Language>(initialLanguage());
const loaded = new Store<{ readonly language: Language; readonly messages: Messages }>({
  language: "en",
  messages: en,
});

/** English is always there; other languages are fetched when they are chosen. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const messages = wanted === "de" ? (await import("./de/index.ts")).de : en;
  document.documentElement.lang = wanted;
  language.set(wanted);
  loaded.set({ language: wanted, messages });
}

export async function chooseLanguage(wanted: Language): Promise<void> {
  localStorage.setItem(storageKey, wanted);
  await loadLanguage(wanted);
}

const MessagesContext = createContext<{ language: Language; messages: Messages }>({ language: "en", messages: en });

export function MessagesProvider({ children }: { readonly children: ReactNode }) {
  return <MessagesContext value={useStore(loaded)}>{children}</MessagesContext>;
}

export const useMessages = (): Messages => use(MessagesContext).messages;

/** For numbers and dates: the region of the browser where it speaks the chosen language. */
export function useLocale(): string {
  const { language: chosen } = use(MessagesContext);
  return navigator.languages.find((tag) => tag.startsWith(chosen)) ?? chosen;
}
