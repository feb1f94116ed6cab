import { type SaidProblem, said } from "@heliograph/contract";
import { asWritten } from "./rewrite-expression.ts";

/** What the library says is wrong: by its own name for it, and in English. */
interface CelError {
  readonly code?: string;
  readonly summary?: string;
}

const endOfText = "EOF";
const afterColon = (text: string): string => text.slice(text.indexOf(":") + 1).trim();
const quoted = (text: string): string => /'(.*)'/s.exec(text)?.[1] ?? text;

/** For a page in another language, by a name and with what is meant; the rest is told as the library says it. */
export function saidByCel({ code, summary = "its types do not fit" }: CelError): SaidProblem {
  const message = asWritten(summary);
  const differing = (types: string) => said("EXPRESSION_TYPES_DIFFER", message, { types });
  switch (code) {
    case "unknown_variable":
      return unknownName(afterColon(message));
    case "no_such_overload":
      return differing(afterColon(message));
    case "no_matching_overload":
      return differing(quoted(message));
    case "invalid_condition_type":
    case "invalid_logical_operand":
      return said("EXPRESSION_TRUTH_NEEDED", message, { type: quoted(message) });
    case "heterogeneous_list_element":
      return said("EXPRESSION_LIST_MIXED", message);
    case "unterminated_string":
      return said("EXPRESSION_TEXT_OPEN", message);
    case "unexpected_token":
    case "unexpected_character":
      return unexpected(message);
    default:
      return said("EXPRESSION_WRONG", message, { detail: message });
  }
}

const unknownName = (name: string): SaidProblem => said("INPUT_UNKNOWN", `there is no input "${name}"`, { name });

function unexpected(message: string): SaidProblem {
  const found = afterColon(message);
  if (found === endOfText) return said("EXPRESSION_UNFINISHED", message);
  return said("EXPRESSION_UNEXPECTED", message, { found: quoted(found) });
}
