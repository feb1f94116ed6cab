import { expect, test } from "vitest";
import { noAnswer } from "./page-answer.ts";
import { passingProblem } from "./passing-problem.ts";

const problem = (code: string) => ({ type: "problem" as const, query: "files", code, message: "No.", params: {} });

test("[DSH4] what could not be answered at this moment is an error that can be asked again", () => {
  const answers = new Map([
    ["states", { ...noAnswer, isDone: true }],
    ["files", { ...noAnswer, problem: problem("DATABASE_UNAVAILABLE") }],
  ]);

  expect(passingProblem(answers)).toMatchObject({ status: 503, code: "DATABASE_UNAVAILABLE", message: "No." });
});

test("[DSH4] what will not be answered later either is none", () => {
  expect(passingProblem(new Map([["files", { ...noAnswer, problem: problem("QUERY_DEVICES_GONE") }]]))).toBe(undefined);
  expect(passingProblem(new Map([["files", noAnswer]]))).toBe(undefined);
});
