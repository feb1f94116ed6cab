import type { DataQuery, DataQueryKind } from "@heliograph/contract";
import type { AnswerPiece } from "../data-piece.ts";
import { answerAlarms } from "./alarms-answer.ts";
import type { Answer, Answering } from "./answering.ts";
import { answerAttributes } from "./attributes-answer.ts";
import { answerChanges } from "./changes-answer.ts";
import { answerFiles } from "./files-answer.ts";
import { answerLatest } from "./latest-answer.ts";
import { answerSeries } from "./series-answer.ts";

/** A kind of question without an answer does not compile. */
const answers: { readonly [Kind in DataQueryKind]: Answer<Extract<DataQuery, { kind: Kind }>> } = {
  SERIES: answerSeries,
  LATEST: answerLatest,
  CHANGES: answerChanges,
  ATTRIBUTES: answerAttributes,
  ALARMS: answerAlarms,
  FILES: answerFiles,
};

/** What is said about a question. The answer of its kind takes questions of its kind only, which is why it is asked for here. */
export const answerTo = (query: DataQuery, answering: Answering): AsyncIterable<AnswerPiece> =>
  (answers[query.kind] as Answer<DataQuery>)(query, answering);

export type { DataSources } from "./answering.ts";
