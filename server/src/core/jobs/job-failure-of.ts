import type { AppError } from "../../kernel/errors.ts";
import { refusalName } from "../../kernel/refusal-name.ts";
import type { JobFailure } from "./job.ts";

/** In words, and by its name for words of somebody else's [API2]. */
export const jobFailureOf = (id: string, name: string | null, error: AppError): JobFailure => ({
  id,
  name,
  reason: error.message,
  refusal: refusalName(error),
});
