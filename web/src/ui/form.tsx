import { useMutation } from "@tanstack/react-query";
import { createContext, type ReactNode } from "react";
import { useFirstWords } from "../i18n/messages.tsx";
import { CheckedForm } from "./form-checks/checked-form.tsx";
import { isStale, NewerVersion } from "./newer-version.tsx";
import { ErrorNote, isRefusal } from "./states.tsx";

interface FormProps {
  /** The words on the button that sends it. */
  readonly action: string;
  /** Gets what was filled in. What it throws is shown; a `FormProblem` with its own words. */
  readonly send: (form: FormData) => Promise<unknown>;
  /** Where there is a way back. */
  readonly onCancel?: () => void;
  readonly className?: string;
  /** Emptied when it was sent, for what should not stay on the screen. */
  readonly isEmptiedAfter?: boolean;
  /** What its fields say of themselves is too coarse for it: `send` looks itself. */
  readonly looksItself?: boolean;
  /** Refusals that a field inside says itself, by their names in docs/errors.md. */
  readonly fieldRefusals?: readonly string[];
  /** Where what is changed has a version: takes the one that somebody else saved meanwhile. */
  readonly onLoadNewer?: () => unknown;
  readonly children: ReactNode;
}

/** Why the form around it was refused, for a field that says so itself. */
export const FormRefusal = createContext<unknown>(null);

/** A form as all of them are: sent once at a time, its error told beside the button until something is changed. */
export function Form({
  action,
  send,
  onCancel,
  className = "form",
  onLoadNewer,
  fieldRefusals = [],
  children,
  ...options
}: FormProps) {
  const m = useFirstWords();
  const sending = useMutation({ mutationFn: send });
  const submit = (form: FormData, element: HTMLFormElement) => {
    if (sending.isPending) return;
    sending.mutate(form, { onSuccess: () => options.isEmptiedAfter && element.reset() });
  };
  const isToldByField = fieldRefusals.some((code) => isRefusal(sending.error, code));
  const forgetError = () => sending.isError && sending.reset();
  return (
    <CheckedForm className={className} looksItself={options.looksItself} onSend={submit} onTouch={forgetError}>
      <FormRefusal value={sending.error}>{children}</FormRefusal>
      <ErrorNote error={isToldByField ? null : sending.error} />
      {onLoadNewer && isStale(sending.error) && <NewerVersion onLoad={() => void onLoadNewer()} />}
      <div className="dialog-actions">
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {m.common.cancel}
          </button>
        )}
        <button type="submit" className="button primary" disabled={sending.isPending}>
          {action}
        </button>
      </div>
    </CheckedForm>
  );
}
