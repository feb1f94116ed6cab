import type { DeliveryProblem } from "@heliograph/contract";
import type { Messages } from "../../i18n/messages.tsx";

interface Answered {
  readonly answer: string;
  readonly problem: DeliveryProblem | null;
}

/** What was said to an attempt: where it is about this side in the reader's words, else as the other side said it. */
export function answerText({ answer, problem }: Answered, { problems }: Messages["notifications"]): string {
  if (problem === null) return answer;
  return problem === "REFUSED" && answer !== "" ? `${problems.REFUSED}: ${answer}` : problems[problem];
}
