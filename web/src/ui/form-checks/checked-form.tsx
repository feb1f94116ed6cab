import { type FormEvent, type ReactNode, type SyntheticEvent, useState } from "react";
import { useFirstWords, useLocale } from "../../i18n/messages.tsx";
import { FormProblem } from "../form-problem.ts";
import { ErrorNote } from "../states.tsx";
import { faultOf } from "./control-fault.ts";
import { type Control, checkedOf, controlsIn, freeOfCuts, isControl, labelOf, lookAt, readableOf } from "./controls.ts";
import { FieldFaults } from "./field-fault.ts";

interface CheckedFormProps {
  /** Gets what was filled in, when nothing is wrong with it. */
  readonly onSend: (form: FormData, element: HTMLFormElement) => void;
  /** Something in it was changed. */
  readonly onTouch?: () => void;
  readonly className?: string | undefined;
  /** It looks itself at what is filled in: only numbers that are none, and what is too long, are told. */
  readonly looksItself?: boolean | undefined;
  readonly children: ReactNode;
}

/**
 * Every form of the page: what is missing, too long or out of range is told beside its field, in the reader's language and
 * not in the browser's, and the first such field gets the focus.
 */
export function CheckedForm({ onSend, onTouch, className, looksItself = false, children }: CheckedFormProps) {
  const { faults, check, look } = useChecks(looksItself);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (event.target === event.currentTarget && check(event.currentTarget))
      onSend(new FormData(event.currentTarget), event.currentTarget);
  };
  const [, loose] = [...faults].find(([control, { isTold }]) => !isTold && control.isConnected) ?? [];
  return (
    <form
      className={className}
      noValidate
      onSubmit={submit}
      onFocus={({ target }) => freeOfCuts(target)}
      onChange={(event) => {
        look(event);
        onTouch?.();
      }}
    >
      <FieldFaults value={new Map([...faults].map(([control, { text }]) => [control.id, text]))}>
        {children}
      </FieldFaults>
      {loose && <ErrorNote error={new FormProblem(`${loose.label}: ${loose.text}`)} />}
    </form>
  );
}

interface Fault {
  readonly text: string;
  readonly label: string;
  /** By a field around it. */
  readonly isTold: boolean;
}

type Faults = ReadonlyMap<Control, Fault>;

function useChecks(looksItself: boolean) {
  const words = useFirstWords().common.faults;
  const locale = useLocale();
  const [faults, setFaults] = useState<Faults>(new Map());
  const faultAt = (control: Control): Fault | undefined => {
    const text = faultOf(looksItself ? readableOf(control) : checkedOf(control), words, locale);
    const isTold = control.id !== "" && control.closest(`[data-field="${CSS.escape(control.id)}"]`) !== null;
    return text === undefined ? undefined : { text, label: labelOf(control), isTold };
  };
  const check = (form: HTMLFormElement): boolean => {
    const found = controlsIn(form).flatMap((control) => {
      const fault = faultAt(control);
      return fault ? [[control, fault] as const] : [];
    });
    setFaults(new Map(found));
    const [first] = found[0] ?? [];
    if (first) lookAt(first);
    return found.length === 0;
  };
  /** Who corrects a field is told that it is right now, and of no other before the form is sent again. */
  const look = ({ target }: SyntheticEvent) => {
    if (!isControl(target) || !faults.has(target)) return;
    const fault = faultAt(target);
    const entries = [...faults].flatMap(([control, before]) => {
      if (control !== target) return [[control, before] as const];
      return fault ? [[control, fault] as const] : [];
    });
    setFaults(new Map(entries));
  };
  return { faults, check, look };
}
