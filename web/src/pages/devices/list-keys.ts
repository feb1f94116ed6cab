import type { DeviceRecord } from "@heliograph/contract";
import type { KeyboardEvent } from "react";
import type { Selection } from "./use-selection.ts";

interface ListKeys {
  readonly total: number;
  readonly deviceAt: (index: number) => DeviceRecord | undefined;
  readonly selection: Selection | undefined;
  readonly scrollTo: (index: number) => void;
  readonly chooseUpTo: (index: number) => void;
  readonly onChosen: (index: number) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 };

/** Rows by keys: arrows go along them, space chooses, with shift up to there, Ctrl+A chooses all that match, Escape none. */
export function listKeys({ total, deviceAt, selection, scrollTo, chooseUpTo, onChosen }: ListKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
    const isField = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (isField || (event.target instanceof Element && event.target.closest(".menu-panel"))) return;
    if (selection && event.key === "a" && (event.ctrlKey || event.metaKey))
      return done(event, () => selection.chooseAll());
    if (selection && event.key === "Escape" && (selection.isAll || selection.chosen.size > 0))
      return done(event, () => selection.clear());
    const index = row ? Number(row.dataset["index"]) : undefined;
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined;
    const step = steps[event.key];
    if (step !== undefined)
      return done(event, () => focusRow(Math.min(total - 1, Math.max(0, index + step)), scrollTo));
    const device = deviceAt(index);
    if (event.key !== " " || !selection || !device || !(event.target instanceof HTMLAnchorElement)) return undefined;
    return done(event, () => {
      if (event.shiftKey) chooseUpTo(index);
      else selection.toggle(device, !selection.has(device));
      onChosen(index);
    });
  };
}

function done(event: KeyboardEvent, work: () => void): void {
  event.preventDefault();
  work();
}

const [focusAttempts, focusEveryMs] = [20, 50];

/** A row that is not in the page yet is there with the next drawing, or when its page has come. */
function focusRow(index: number, scrollTo: (index: number) => void, attempts = focusAttempts): void {
  const link = document.querySelector<HTMLElement>(`.device-rows [data-index="${index}"] .device-name a`);
  if (link) link.focus();
  else if (attempts === focusAttempts) scrollTo(index);
  if (!link && attempts > 0) setTimeout(() => focusRow(index, scrollTo, attempts - 1), focusEveryMs);
}
