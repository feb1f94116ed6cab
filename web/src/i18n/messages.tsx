import type { Preferences } from "@heliograph/contract";
import { createContext, type ReactNode, use } from "react";
import { showCountsAs } from "../format/counted.ts";
import { showZone } from "../format/zone.ts";
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

/** What pages follow: the words, and how dates and numbers are written. */
interface Manner {
  readonly language: Language;
  readonly messages: Messages;
  /** A language tag; without it, the browser's. */
  readonly region: string | undefined;
}

const loaded = new Store<Manner>({ language: "en", messages: en, region: undefined });

/** English is always there; other languages are fetched when they are chosen. */
export async function loadLanguage(wanted: Language): Promise<void> {
  const messages = wanted === "de" ? (await import("./de/index.ts")).de : en;
  document.documentElement.lang = wanted;
  language.set(wanted);
  const manner = { ...loaded.get(), language: wanted, messages };
  showCountsAs(localeOf(manner));
  loaded.set(manner);
}

/** What somebody chose for themselves, in whichever browser; nothing when they left. */
export async function followPreferences(chosen?: Pick<Preferences, "language" | "region" | "timeZone">): Promise<void> {
  showZone(chosen?.timeZone ?? undefined);
  loaded.set({ ...loaded.get(), region: chosen?.region ?? undefined }); // a new one, so that every date is drawn anew
  await loadLanguage(chosen?.language ?? initialLanguage());
}

export async function chooseLanguage(wanted: Language): Promise<void> {
  localStorage.setItem(storageKey, wanted);
  await loadLanguage(wanted);
}

const MessagesContext = createContext<Manner>(loaded.get());

export function MessagesProvider({ children }: { readonly children: ReactNode }) {
  return <MessagesContext value={useStore(loaded)}>{children}</MessagesContext>;
}

export const useMessages = (): Messages => use(MessagesContext).messages;

/** In which language the words are. */
export const useLanguage = (): Language => use(MessagesContext).language;

/** For numbers and dates: the region somebody chose, else that of the browser where it speaks the chosen language. */
export const useLocale = (): string => localeOf(use(MessagesContext));

const localeOf = ({ language: chosen, region }: Manner): string =>
  region ?? navigator.languages.find((tag) => tag.startsWith(chosen)) ?? chosen;
