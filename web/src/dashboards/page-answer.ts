import type { DataLine, ProblemLine, SharedLine, ShownAlarm, ShownDevice, ShownFile } from "@heliograph/contract";

/** One series of a question, all of its lines joined. */
export interface AnsweredSeries {
  readonly deviceId: string;
  readonly key: string;
  readonly form: "POINTS" | "BUCKETS" | "CHANGES" | "ENVELOPE" | "GAPS" | "EMPTY";
  readonly times: readonly number[];
  /** Of an envelope the means. */
  readonly values: readonly unknown[];
  readonly min?: readonly unknown[];
  readonly max?: readonly unknown[];
  /** Of an envelope: one value per so many milliseconds. */
  readonly interval?: number;
  /** Of an empty one: when there was something last. */
  readonly lastTs?: number | null;
  readonly notNumbers?: number;
  /** Of states: when nothing was measured. */
  readonly silences?: Silences;
}

/** Times in which nothing was measured; after the last point, so much later nothing is known any more. */
export interface Silences {
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly lastTs: number;
  readonly joinedMs: number;
}

interface LatestValue {
  readonly ts: number;
  readonly value: unknown;
}

/** What is known about one question so far. */
export interface QuestionAnswer {
  readonly devices: readonly ShownDevice[];
  readonly series: readonly AnsweredSeries[];
  readonly latest: ReadonlyMap<string, Readonly<Record<string, LatestValue>>>;
  /** By the id of the device. */
  readonly attributes: ReadonlyMap<string, Readonly<Record<string, { readonly value: unknown }>>>;
  readonly alarms: readonly ShownAlarm[];
  readonly files: readonly (ShownFile & { readonly deviceId: string })[];
  /** How many there are of what is a list. */
  readonly total: number;
  readonly problem: ProblemLine | undefined;
  readonly isDone: boolean;
}

export const noAnswer: QuestionAnswer = {
  ...{ devices: [], series: [], latest: new Map(), attributes: new Map(), alarms: [], files: [], total: 0 },
  ...{ problem: undefined, isDone: false },
};

export type PageAnswer = ReadonlyMap<string, QuestionAnswer>;

/** Whether two answers say the same to questions whose names begin so. */
export function hasSameAnswers(one: PageAnswer, other: PageAnswer, prefix: string): boolean {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].every((name) => !name.startsWith(prefix) || one.get(name) === other.get(name));
}

/** What keeps a widget from being drawn: a device that is gone does not where its other questions were answered [DSH4]. */
export function hinderingProblem(answers: readonly QuestionAnswer[]): ProblemLine | undefined {
  const problems = answers.flatMap(({ problem }) => problem ?? []);
  const isPartly = problems.length < answers.length;
  return problems.find(({ code }) => !isPartly || code !== "QUERY_DEVICES_GONE");
}

/** With one line more; answers it is not about stay the same objects. */
export function withLine(page: PageAnswer, line: SharedLine): PageAnswer {
  if (line.type === "end" || line.type === "range" || line.type === "channels") return page;
  if (line.type === "devices") {
    const { devices } = line;
    return changed(page, line.queries, (answer) => ({ ...answer, devices }));
  }
  return changed(page, [line.query], (answer) => answerWith(answer, line));
}

type AboutOne = Exclude<DataLine, { readonly type: "devices" | "end" }>;

function answerWith(answer: QuestionAnswer, line: AboutOne): QuestionAnswer {
  switch (line.type) {
    case "series":
      return { ...answer, series: joined(answer.series, seriesOf(line)) };
    case "latest":
      return { ...answer, latest: new Map([...answer.latest, [line.deviceId, line.values]]) };
    case "alarms":
      return { ...answer, alarms: line.alarms, total: line.total };
    case "files": {
      const files = line.files.map((file) => ({ ...file, deviceId: line.deviceId }));
      return { ...answer, files: [...answer.files, ...files], total: answer.total + line.total };
    }
    case "problem":
      return { ...answer, problem: line, isDone: true };
    case "done":
      return { ...answer, isDone: true };
    case "attributes":
      return { ...answer, attributes: new Map([...answer.attributes, [line.deviceId, line.values]]) };
  }
}

function seriesOf(line: Extract<DataLine, { readonly type: "series" }>): AnsweredSeries {
  const { deviceId, key, form } = line;
  if (line.form === "EMPTY")
    return { deviceId, key, form, times: [], values: [], lastTs: line.lastTs, notNumbers: line.notNumbers };
  if (line.form === "GAPS") {
    const gaps = line.ts.map((from, at) => ({ from, to: line.until[at] ?? from }));
    return {
      deviceId,
      key,
      form,
      times: [],
      values: [],
      silences: { gaps, lastTs: line.lastTs, joinedMs: line.joinedMs },
    };
  }
  if (line.form === "ENVELOPE") {
    const { min, max, interval } = line;
    return { deviceId, key, form, times: line.ts, values: line.avg, min, max, interval };
  }
  return { deviceId, key, form, times: line.ts, values: line.values };
}

/** Lines of one series follow each other. */
function joined(series: readonly AnsweredSeries[], next: AnsweredSeries): readonly AnsweredSeries[] {
  const last = series.at(-1);
  if (!last || last.deviceId !== next.deviceId || last.key !== next.key) return [...series, next];
  const times = [...last.times, ...next.times];
  const { silences } = next;
  const whole = { ...last, times, values: [...last.values, ...next.values], ...(silences && { silences }) };
  return [...series.slice(0, -1), whole];
}

function changed(
  page: PageAnswer,
  queries: readonly string[],
  change: (answer: QuestionAnswer) => QuestionAnswer,
): PageAnswer {
  const next = new Map(page);
  for (const query of queries) next.set(query, change(page.get(query) ?? noAnswer));
  return next;
}
