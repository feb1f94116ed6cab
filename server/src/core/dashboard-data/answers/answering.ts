import type { Alarms } from "../../alarms/index.ts";
import type { Attributes } from "../../attributes/index.ts";
import type { DeviceWithActivity } from "../../devices/index.ts";
import type { FileRequests, Files } from "../../files/index.ts";
import type { Reach } from "../../projects/index.ts";
import type { NewestPoints, TelemetryStore, TimeRange } from "../../telemetry/index.ts";
import type { AnswerPiece } from "../data-piece.ts";
import type { ToldTimes } from "../data-reader.ts";
import type { QueryBudget } from "../query-budget.ts";

/** Where answers come from. */
export interface DataSources {
  readonly telemetry: Pick<TelemetryStore, "latest" | "aggregate" | "scan"> & NewestPoints;
  readonly attributes: Pick<Attributes, "read">;
  readonly alarms: Pick<Alarms, "list">;
  readonly files: Pick<Files, "list">;
  readonly fileRequests: Pick<FileRequests, "settled">;
}

/** What a question is answered with. */
export interface Answering {
  readonly sources: DataSources;
  readonly devices: readonly DeviceWithActivity[];
  /** In which the reader may read what is asked for. */
  readonly reach: Reach;
  readonly range: TimeRange;
  readonly times: ToldTimes;
  readonly timeZone: string;
  readonly budget: QueryBudget;
  /** Nobody waits any more. */
  readonly gone: AbortSignal;
}

export type Answer<Query> = (query: Query, answering: Answering) => AsyncIterable<AnswerPiece>;

/** Reads of telemetry that are under way for one request at once. */
export const readsAtOnce = 4;
