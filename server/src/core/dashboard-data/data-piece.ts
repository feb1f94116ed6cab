import type { AppError } from "../../kernel/errors.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { AlarmInfo } from "../alarms/index.ts";
import type { Attribute } from "../attributes/index.ts";
import type { DeviceWithActivity } from "../devices/index.ts";
import type { DeviceFile } from "../files/index.ts";
import type { Sample } from "../telemetry/index.ts";

interface OfSeries {
  readonly deviceId: DeviceId;
  readonly key: string;
}

/** What is said about one question, piece by piece. */
export type AnswerPiece =
  | (OfSeries & {
      readonly is: "samples";
      readonly form: "POINTS" | "BUCKETS" | "CHANGES";
      readonly samples: readonly Sample[];
    })
  | (OfSeries & { readonly is: "envelope"; readonly intervalMs: number; readonly envelope: Envelope })
  /** When nothing was measured; points that are no further apart than `joinedMs` belong together. */
  | (OfSeries & {
      readonly is: "gaps";
      readonly gaps: readonly { readonly from: number; readonly to: number }[];
      readonly joinedMs: number;
      readonly lastTs: number;
    })
  /** Nothing in the time asked for; `notNumbers` of what cannot be drawn as a line. */
  | (OfSeries & { readonly is: "empty"; readonly lastTs: number | null; readonly notNumbers: number })
  | { readonly is: "latest"; readonly deviceId: DeviceId; readonly samples: ReadonlyMap<string, Sample> }
  | { readonly is: "attributes"; readonly deviceId: DeviceId; readonly attributes: readonly Attribute[] }
  | { readonly is: "alarms"; readonly alarms: readonly AlarmInfo[]; readonly total: number }
  | {
      readonly is: "files";
      readonly deviceId: DeviceId;
      readonly files: readonly DeviceFile[];
      readonly total: number;
    };

/** Side by side: sample n of each is of the same part of the time. */
export interface Envelope {
  readonly min: readonly Sample[];
  readonly max: readonly Sample[];
  readonly avg: readonly Sample[];
}

/** The whole answer of a page [DSH4]. */
export type DataPiece =
  | { readonly is: "devices"; readonly queries: readonly string[]; readonly devices: readonly DeviceWithActivity[] }
  | { readonly is: "answer"; readonly query: string; readonly piece: AnswerPiece }
  | { readonly is: "problem"; readonly query: string; readonly problem: AppError }
  | { readonly is: "done"; readonly query: string }
  | { readonly is: "end" };
