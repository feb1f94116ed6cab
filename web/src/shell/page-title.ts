import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { useAppearance } from "../appearance/use-appearance.ts";
import { useFirstWords } from "../i18n/messages.tsx";
import { Store, useStore } from "../state/store.ts";
import { isAt, pageAt } from "./areas.ts";
import { titleOf } from "./title-text.ts";
import { useAreas } from "./use-areas.ts";

const product = "Heliograph";

/** What the page is about, where its name alone does not say it: a device, a type. */
const subject = new Store<string | undefined>(undefined);

/** Names what the page is about in the title of the window, as long as it is shown. */
export function useSubject(name: string | undefined): void {
  useEffect(() => {
    subject.set(name);
    return () => subject.set(undefined);
  }, [name]);
}

/** Pages that are in no area. */
const others = ["profile", "jobs", "apiDescription", "connect"] as const;
const addresses = {
  ...{ profile: "/profile", jobs: "/jobs", apiDescription: "/api-description", connect: "/connect" },
} as const;

/** Tabs and bookmarks are told apart by their title. */
export function usePageTitle(): void {
  const m = useFirstWords();
  const { areas, path } = useAreas();
  const about = useStore(subject);
  const brand = useAppearance()?.title || product;
  const as = useLocation({ select: ({ search }) => (search as { readonly as?: string }).as });
  const page = pageAt(areas, path, as)?.name;
  const other = others.find((name) => isAt({ to: addresses[name] }, path));
  const named = page ? m.shell[page] : other && m.shell[other];
  const title = titleOf(about, named, brand);
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = product; // whoever logs in next
    };
  }, [title]);
}
