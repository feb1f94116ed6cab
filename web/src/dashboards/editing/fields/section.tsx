import type { ReactNode } from "react";

/** A part of the settings that can be closed. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className="edit-section" open>
    <summary>{title}</summary>
    <div className="form">{children}</div>
  </details>
);

/** Beside what is wrong. */
export const Wrong = ({ children }: { readonly children: ReactNode }) => (
  <p className="field-problem" role="alert">
    {children}
  </p>
);
