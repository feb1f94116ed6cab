import { FormProblem } from "./form-problem.ts";

/** What a chosen file holds, or in these words why it cannot be read. */
export async function jsonIn(file: File, problem: string): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new FormProblem(problem);
  }
}
