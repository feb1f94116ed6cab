import type { QuestionAnswer } from "../page-answer.ts";
import type { ChannelOf } from "../series-lines.ts";
import { csvText } from "./csv-text.ts";
import { widgetTable } from "./widget-table.ts";

/** What a widget shows, as a file of rows; fetched when somebody wants one. */
export function csvRows(answers: readonly QuestionAnswer[], channelOf: ChannelOf): Blob | undefined {
  const table = widgetTable(answers, channelOf);
  return table && new Blob([csvText(table)], { type: "text/csv;charset=utf-8" });
}
