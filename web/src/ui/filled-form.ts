type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What controls held when somebody came to them: those that follow a value of the page have no default to compare with. */
export class FirstSeen {
  readonly #held = new Map<Control, string>();

  see(control: EventTarget): void {
    if (!isControl(control) || !control.form || control.type === "file" || this.#held.has(control)) return;
    this.#held.set(control, heldBy(control));
  }

  isChanged(): boolean {
    return [...this.#held].some(([control, held]) => control.isConnected && heldBy(control) !== held);
  }
}

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

const heldBy = (control: Control): string =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")
    ? String(control.checked)
    : control.value;

/** Whether somebody typed or chose anything in a form in there that was not there before. */
export function isFilled(place: ParentNode): boolean {
  return [...place.querySelectorAll("form")].some((form) => [...form.elements].some(isChanged));
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) return isOtherChoice(control);
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false;
  if (control.type === "file") return false; // it lies where it was chosen: nothing is lost
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** One that follows a value of the page has no default to compare with: nobody knows. */
function isOtherChoice({ options, multiple, selectedIndex }: HTMLSelectElement): boolean {
  if (multiple) return [...options].some((one) => one.selected !== one.defaultSelected);
  const chosen = [...options].findIndex(({ defaultSelected }) => defaultSelected);
  return chosen !== -1 && selectedIndex !== chosen;
}
