import type { DataRequest } from "@heliograph/contract";
import { api } from "../app.ts";
import { ComingAnswer } from "../dashboards/coming-answer.ts";
import type { PageAnswer } from "../dashboards/page-answer.ts";
import { passingProblem } from "../dashboards/passing-problem.ts";
import { readLines } from "../dashboards/read-lines.ts";

/** Clocks of devices may be ahead. */
const aDayMs = 86_400_000;

/** What a page that is no dashboard asks in one request; of all times where nothing is said. What only fails now fails all of it. */
export async function answerTo(
  queries: DataRequest["queries"],
  signal: AbortSignal,
  time: Pick<DataRequest, "startTs" | "endTs"> = { startTs: 0, endTs: Date.now() + aDayMs },
): Promise<PageAnswer> {
  const { body } = await api.dashboards.data({ body: { ...time, queries } }, { signal });
  const coming = new ComingAnswer();
  if (body) for await (const line of readLines(body)) coming.add(line);
  const problem = passingProblem(coming.page);
  if (problem) throw problem;
  return coming.page;
}
