import type { DataLine, SharedLine } from "@heliograph/contract";
import {
  type AnsweredSeries,
  type LatestValue,
  noAnswer,
  type PageAnswer,
  type QuestionAnswer,
  type Silences,
} from "./page-answer.ts";

/** A series that lines are still added to. */
interface ComingSeries extends AnsweredSeries {
  readonly times: number[];
  readonly values: unknown[];
  silences?: Silences;
}

/** As a question's answer, and not whole yet. */
interface Coming extends QuestionAnswer {
  readonly series: ComingSeries[];
  readonly latest: Map<string, Readonly<Record<string, LatestValue>>>;
  readonly attributes: Map<string, Readonly<Record<string, { readonly value: unknown }>>>;
  readonly files: QuestionAnswer["files"][number][];
}

type AboutOne = Exclude<DataLine, { readonly type: "devices" | "end" }>;
type SeriesLine = Extract<DataLine, { readonly type: "series" }>;

/**
 * What is known of a page while its lines come. A line costs the same however many were before it: a map has ten thousand
 * [DSH3]. No line is about a question whose answer is whole, so that a whole one stays as it is.
 */
export class ComingAnswer {
  readonly #answers = new Map<string, Coming>();

  get page(): PageAnswer {
    return this.#answers;
  }

  add(line: SharedLine): void {
    if (line.type === "end" || line.type === "range" || line.type === "channels") return;
    if (line.type === "devices")
      for (const query of line.queries) this.#answers.set(query, { ...this.#of(query), devices: line.devices });
    else this.#answers.set(line.query, withLine(this.#of(line.query), line));
  }

  #of(query: string): Coming {
    return this.#answers.get(query) ?? { ...noAnswer, series: [], latest: new Map(), attributes: new Map(), files: [] };
  }
}

function withLine(answer: Coming, line: AboutOne): Coming {
  switch (line.type) {
    case "series":
      addSeries(answer.series, line);
      return answer;
    case "latest":
      answer.latest.set(line.deviceId, line.values);
      return answer;
    case "attributes":
      answer.attributes.set(line.deviceId, line.values);
      return answer;
    case "alarms":
      return { ...answer, alarms: line.alarms, total: line.total };
    case "files":
      for (const file of line.files) answer.files.push({ ...file, deviceId: line.deviceId });
      return { ...answer, total: answer.total + line.total };
    case "problem":
      return { ...answer, problem: line, isDone: true };
    case "done":
      return { ...answer, isDone: true };
  }
}

/** Lines of one series follow each other. */
function addSeries(series: ComingSeries[], line: SeriesLine): void {
  const [last, next] = [series.at(-1), seriesOf(line)];
  if (!last || last.deviceId !== next.deviceId || last.key !== next.key) return void series.push(next);
  for (const ts of next.times) last.times.push(ts); // without spreading: there may be many
  for (const value of next.values) last.values.push(value);
  if (next.silences) last.silences = next.silences;
}

function seriesOf(line: SeriesLine): ComingSeries {
  const { deviceId, key, form } = line;
  if (line.form === "EMPTY")
    return { deviceId, key, form, times: [], values: [], lastTs: line.lastTs, notNumbers: line.notNumbers };
  if (line.form === "GAPS") {
    const gaps = line.ts.map((from, at) => ({ from, to: line.until[at] ?? from }));
    const silences = { gaps, lastTs: line.lastTs, joinedMs: line.joinedMs };
    return { deviceId, key, form, times: [], values: [], silences };
  }
  if (line.form === "ENVELOPE") {
    const { min, max, interval } = line;
    return { deviceId, key, form, times: [...line.ts], values: [...line.avg], min, max, interval };
  }
  return { deviceId, key, form, times: [...line.ts], values: [...line.values] };
}
