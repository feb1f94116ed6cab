import { AppError } from "./errors.ts";

/** What does not fit: which field, in what way (a keyword of the schemas, or the name of a form), and what would. */
export interface Misfit {
  readonly field: string;
  readonly kind: string;
  readonly wanted?: string | number | undefined;
}

export const requestInvalid = (text: string, { field, kind, wanted = "" }: Misfit) =>
  new AppError("REQUEST_INVALID", "invalid", text, { params: { field, kind, wanted } });
