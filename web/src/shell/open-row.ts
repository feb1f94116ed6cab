/** What is in a row for other things. */
const controls = "a, button, input, select, label, summary, .menu";

/**
 * A click on a row of a table opens it, as its own link or button does that is marked with `data-opens`: rows that have one
 * light up under the pointer. A click that ends a selection of text opens nothing.
 */
export function openRow({ target }: { readonly target: EventTarget }): void {
  if (!(target instanceof Element) || target.closest(controls) || getSelection()?.toString()) return;
  target.closest(".table tbody tr")?.querySelector<HTMLElement>("[data-opens]")?.click();
}
