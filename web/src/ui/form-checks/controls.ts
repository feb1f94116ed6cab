import type { CheckedControl } from "./control-fault.ts";

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

export const controlsIn = (form: HTMLFormElement): readonly Control[] =>
  [...form.elements].filter(isControl).filter(({ willValidate }) => willValidate);

/** The longest text is told when the form is sent: the browser's own bound cuts what is pasted without a word. */
export function freeOfCuts(control: EventTarget): void {
  if (!isControl(control) || control instanceof HTMLSelectElement || control.maxLength < 0) return;
  control.dataset["longest"] = String(control.maxLength);
  control.removeAttribute("maxlength");
}

export function checkedOf(control: Control): CheckedControl {
  const { type, value, required, validity, validationMessage } = control;
  const longest = control.dataset["longest"];
  return {
    ...{ type, value, required, validity, validationMessage },
    ...(control instanceof HTMLInputElement && { min: control.min, max: control.max, step: control.step }),
    ...(longest !== undefined && { longest: Number(longest) }),
  };
}

/** Without what the form looks at itself: a browser gives what it cannot read as a number as if nothing were there. */
export const readableOf = (control: Control): CheckedControl => ({
  ...checkedOf(control),
  required: false,
  validity: { badInput: control.validity.badInput },
});

export function lookAt(control: Control): void {
  const folded = control.closest<HTMLDetailsElement>("details:not([open])");
  if (folded) folded.open = true;
  control.focus();
}

/** The words beside a control. */
export const labelOf = (control: Control): string =>
  control.labels?.[0]?.textContent ?? control.getAttribute("aria-label") ?? "";
