import type { ProblemLine, ShownAlarm, ShownDevice, ShownFile } from "@heliograph/contract";

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

export interface LatestValue {
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
