import { expect, test } from "vitest";
import { hinderingProblem, noAnswer } from "./page-answer.ts";

test("[DSH4] a device that is gone keeps a widget from being drawn only where nothing else of it was answered", () => {
  const refused = (code: string) => {
    const problem = { type: "problem", query: "q", code, message: "", params: {} } as const;
    return { ...noAnswer, problem };
  };
  const [gone, tooMany] = [refused("QUERY_DEVICES_GONE"), refused("QUERY_TOO_MANY_DEVICES")];

  expect(hinderingProblem([gone, gone])).toBe(gone.problem);
  expect(hinderingProblem([gone, noAnswer])).toBeUndefined();
  expect(hinderingProblem([gone, noAnswer, tooMany])).toBe(tooMany.problem);
});
