import { ApiError, Unreachable } from "@heliograph/client";
import type { ReactNode } from "react";
import { type FirstWords, useFirstWords } from "../i18n/messages.tsx";
import { refusalText } from "../i18n/refusal-text.ts";
import { FormProblem } from "./form-problem.ts";
import { Icon, type IconName } from "./icon.tsx";

/** What a person can make of an error. */
export function errorText(error: unknown, m: FirstWords): string {
  if (error instanceof Unreachable) return m.errors.unreachable;
  if (error instanceof FormProblem) return error.message;
  if (!(error instanceof ApiError)) return m.errors.unexpected;
  const told = refusalText(m.refusals, error);
  if (told) return told;
  if (error.status === 403) return m.errors.forbidden;
  if (error.status === 429) return m.errors.tooMany(Math.ceil((error.retryAfterMs ?? 0) / 1_000));
  return error.message;
}

export const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

interface NoteProps {
  readonly error: unknown;
  /** What it is about, where that is not seen. */
  readonly what?: string;
}

/** Beside the thing that failed; nothing while nothing is wrong. */
export function ErrorNote({ error, what }: NoteProps) {
  const m = useFirstWords();
  if (error === undefined || error === null) return null;
  return (
    <p className="note note-error" role="alert">
      <Icon name="alert" />
      <span className="break">{[what, errorText(error, m)].filter(Boolean).join(" ")}</span>
    </p>
  );
}

/** Beside what is shown all the same, when it can be asked for again. */
export function RetryNote({ onRetry, ...note }: NoteProps & { readonly onRetry: () => void }) {
  const m = useFirstWords();
  if (note.error === undefined || note.error === null) return null;
  return (
    <div className="row">
      <ErrorNote {...note} />
      {!isFinal(note.error) && (
        <button type="button" className="button" onClick={onRetry}>
          {m.common.retry}
        </button>
      )}
    </div>
  );
}

/** Asking again changes nothing where one may not, or where nothing is. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/** Of several failures one that asking again may mend. */
export const errorToTell = (failed: readonly { readonly error: unknown }[]): unknown =>
  (failed.find(({ error }) => !isFinal(error)) ?? failed[0])?.error ?? null;

/** In place of the content that could not be had, with the next step. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const m = useFirstWords();
  return (
    <div className="state" role="alert">
      <Icon name="alert" size={28} />
      <h2>{m.errors.title}</h2>
      <p className="break">{errorText(error, m)}</p>
      {onRetry && !isFinal(error) && (
        <button type="button" className="button" onClick={onRetry}>
          <Icon name="refresh" /> {m.common.retry}
        </button>
      )}
    </div>
  );
}

/** In place of a page that one's role does not allow. */
export function ForbiddenState({ children }: { readonly children?: ReactNode }) {
  const m = useFirstWords();
  return (
    <div className="state" role="alert">
      <Icon name="alert" size={28} />
      <h1>{m.errors.forbiddenTitle}</h1>
      <p>{m.errors.forbidden}</p>
      {children && <div className="row">{children}</div>}
    </div>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Nothing there yet: says why, and what to do next. */
export function EmptyState({ icon, title, text, children }: EmptyProps) {
  return (
    <div className="state">
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div className="row">{children}</div>}
    </div>
  );
}

/** Grey bars in the shape of what comes, so that nothing jumps. */
export function Skeleton({ lines = 5 }: { readonly lines?: number }) {
  const m = useFirstWords();
  return (
    <div className="skeletons" role="status" aria-label={m.common.loading}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span className="skeleton" key={line} />
      ))}
    </div>
  );
}
