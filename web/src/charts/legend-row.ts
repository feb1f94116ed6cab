import type { MouseEvent } from "react";

const rowHeight = 20;

/** A legend of one row says how many of its entries it has no room for. It reads a layout: not to be done on every move. */
export function countHidden(
  box: HTMLElement,
  button: HTMLButtonElement | null,
  textOf: (count: number) => string,
): void {
  const chart = box.parentElement;
  if (!button || !chart || chart.dataset["legend"] === "COLUMNS" || chart.dataset["more"] === "open") return;
  delete chart.dataset["more"];
  if (hiddenIn(box) > 0) chart.dataset["more"] = "closed"; // takes room itself
  const count = hiddenIn(box);
  button.hidden = count === 0;
  button.textContent = textOf(count);
  button.ariaExpanded = "false";
}

const hiddenIn = (box: HTMLElement): number =>
  [...box.querySelectorAll<HTMLElement>(".u-series:not(.legend-bound)")].filter(
    ({ offsetTop }) => offsetTop >= rowHeight,
  ).length;

/** All entries, over the lines; and one row again. */
export function openLegend({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void {
  const chart = button.parentElement;
  if (!chart) return;
  const isOpen = chart.dataset["more"] === "open";
  chart.dataset["more"] = isOpen ? "closed" : "open";
  button.ariaExpanded = String(!isOpen);
}
