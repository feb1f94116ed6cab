import type { ReactNode } from "react";

interface StepProps {
  readonly title: string;
  readonly text?: string;
  readonly isDone?: boolean;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** One of the steps, with its number until it is done. */
export function Step({ title, text, isDone = false, action, children }: StepProps) {
  return (
    <li className={isDone ? "step done" : "step"}>
      <div className="step-head">
        <h2>{title}</h2>
        {text && <span className="soft break">{text}</span>}
        {action}
      </div>
      {children}
    </li>
  );
}
