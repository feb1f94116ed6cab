import { ApiError } from "@heliograph/client";
import type { Messages } from "../../i18n/messages.tsx";
import { FormProblem } from "../../ui/form-problem.ts";

/** Whether the person said to be new here, to have an account, or is logged in. */
type Account = "new" | "existing" | "current";

/** What somebody who may see this product for the first time can make of a refusal. */
export function refusal(error: unknown, account: Account, m: Messages): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 401 && account === "existing") return new FormProblem(m.invitations.wrongPassword);
  if (error.status !== 409) return error;
  return new FormProblem(account === "new" ? m.invitations.hasAccount : m.invitations.cannotJoin);
}
