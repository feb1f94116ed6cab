import type { SaidProblem } from "@heliograph/contract";
import { refusalText } from "../../i18n/refusal-text.ts";

/** What is wrong in the reader's words; as the server says it where there are none. */
export const problemText = ({ code, params, message }: SaidProblem, texts: Readonly<Record<string, string>>): string =>
  (code === undefined ? undefined : refusalText(texts, { code, params: params ?? {} })) ?? message;
