export { type BucketEdges, bucketEdges, bucketEdgesInTurns, type Interval } from "./buckets.ts";
export type { CalendarUnit } from "./calendar-buckets.ts";
export { deletePoints } from "./delete-points.ts";
export { exportTooWide, invalidRange } from "./errors.ts";
export { forgetRemoved, type PointsToForget } from "./forget-removed.ts";
export { type Ingest, ingest, keepPoints, type PointSource } from "./ingest.ts";
export { maxAbsoluteTs, maxKeyLength } from "./limits.ts";
export type { PointIntake } from "./point-intake.ts";
export type { LogFollower, LoggedBatch, LoggedCommit, PointLog } from "./point-log.ts";
export { isValidKey, requireValidKey, requireValidSample } from "./point-rules.ts";
export type { Arrived, Receipt, ReceiptLog } from "./receipt.ts";
export { applyRetention } from "./retention.ts";
export { SentJson } from "./sent-json.ts";
export { learnOwners, type SeriesOwnership } from "./series-owners.ts";
export { SharedLog } from "./shared-log.ts";
export { TelemetryFeed } from "./telemetry-feed.ts";
export type {
  AggregateFunction,
  AppendTerms,
  DeleteTerms,
  KeySelection,
  NewestPoints,
  SeriesName,
  TelemetryStore,
  TimeRange,
} from "./telemetry-store.ts";
export {
  canonicalInteger,
  JsonDocument,
  type Point,
  type PointBatch,
  type Sample,
  type TelemetryValue,
  valueAsJson,
  valueAsText,
} from "./value.ts";
export { valueFromJson } from "./value-from-json.ts";
