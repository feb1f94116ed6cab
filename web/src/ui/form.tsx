import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { ErrorNote } from "./states.tsx";

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
  /** The browser's own checks are too coarse for it: `send` looks itself. */
  readonly noValidate?: boolean;
  readonly children: ReactNode;
}

/** A form as all of them are: sent once at a time, its error told beside the button until something is changed. */
export function Form({ action, send, onCancel, className = "form", children, ...options }: FormProps) {
  const m = useMessages();
  const sending = useMutation({ mutationFn: send });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    sending.mutate(new FormData(element), { onSuccess: () => options.isEmptiedAfter && element.reset() });
  };
  const forgetError = () => sending.isError && sending.reset();
  return (
    <form className={className} noValidate={options.noValidate} onSubmit={submit} onChange={forgetError}>
      {children}
      <ErrorNote error={sending.error} />
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
    </form>
  );
}
