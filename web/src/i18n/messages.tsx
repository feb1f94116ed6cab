import type { Preferences } from "@heliograph/contract";
import { createContext, type ReactNode, use } from "react";
import { showCountsAs } from "../format/counted.ts";
import { showZone } from "../format/zone.ts";
import { Store, useStore } from "../state/store.ts";
import { first as english, type FirstWords } from "./en/first.ts";
import type { Messages } from "./en/index.ts";

export type { FirstWords } from "./en/first.ts";
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
  readonly first: FirstWords;
  /** From the first page on. */
  readonly messages?: Messages;
  /** A language tag; without it, the browser's. */
  readonly region: string | undefined;
}

const loaded = new Store<Manner>({ language: "en", first: english, region: undefined });

const firstWords = async (of: Language): Promise<FirstWords> =>
  of === "de" ? (await import("./de/first.ts")).first : english;

const allWords = async (of: Language): Promise<Messages> =>
  of === "de" ? (await import("./de/index.ts")).de : (await import("./en/index.ts")).en;

let last: Promise<unknown> = Promise.resolve();

/** One after the other: whoever chooses a language while the words of another are on their way gets the chosen one. */
function inTurn(load: () => Promise<Partial<Manner>>): Promise<void> {
  const turn = last.then(load).then((part) => loaded.set({ ...loaded.get(), ...part }));
  last = turn.catch(() => undefined); // whoever asked is told
  return turn;
}

/** The first words of English are always there; others are fetched when they are chosen. */
export async function loadLanguage(wanted: Language): Promise<void> {
  await inTurn(async () => {
    const first = await firstWords(wanted);
    const messages = loaded.get().messages && (await allWords(wanted));
    document.documentElement.lang = wanted;
    language.set(wanted);
    showCountsAs(localeOf({ ...loaded.get(), language: wanted }));
    return { language: wanted, first, ...(messages && { messages }) };
  });
}

/** The words of pages, which nobody needs who logs in: a page is shown when it and they are there. */
export async function loadPageWords(): Promise<void> {
  if (loaded.get().messages) return;
  await inTurn(async () => ({ messages: await allWords(loaded.get().language) }));
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

/** For what is there before any page: the frame around them, logging in, errors. Pages bring more refusals along. */
export function useFirstWords(): FirstWords {
  const { messages, first } = use(MessagesContext);
  return messages ?? first;
}

/** For pages and what only they use. */
export function useMessages(): Messages {
  const { messages } = use(MessagesContext);
  if (!messages) throw new Error("Not a page, and not only used by pages: its words are the first");
  return messages;
}

/** In which language the words are. */
export const useLanguage = (): Language => use(MessagesContext).language;

/** For numbers and dates: the region somebody chose, else that of the browser where it speaks the chosen language. */
export const useLocale = (): string => localeOf(use(MessagesContext));

/** Browsers make that list anew for everybody who asks: a long table would ask for it hundreds of times in each drawing. */
let spoken: readonly string[] | undefined;
globalThis.addEventListener?.("languagechange", () => {
  spoken = undefined;
});

function localeOf({ language: chosen, region }: Manner): string {
  spoken ??= navigator.languages;
  return region ?? spoken.find((tag) => tag.startsWith(chosen)) ?? chosen;
}
