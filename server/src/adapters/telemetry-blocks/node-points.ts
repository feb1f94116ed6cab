import type { KeyMatches } from "../../core/channel-search/index.ts";
import type { LatestMatches } from "../../core/device-groups/index.ts";
import type {
  NewestPoints,
  PointLog,
  ReceiptLog,
  SeriesOwnership,
  TelemetryStore,
} from "../../core/telemetry/index.ts";
import type { TelemetryBlocks } from "./telemetry-blocks.ts";

/** The points as a node uses them, be they all its own or shared with others. The log is that of the points it has itself. */
export interface NodePoints
  extends TelemetryStore,
    NewestPoints,
    SeriesOwnership,
    ReceiptLog,
    PointLog,
    Pick<
      TelemetryBlocks,
      | "place"
      | "held"
      | "commits"
      | "isReachable"
      | "isTaking"
      | "guardRoom"
      | "onWriteFailure"
      | "limitSeries"
      | "seriesOf"
    > {
  /** Which devices have a newest value of a kind. */
  readonly search: LatestMatches;
  /** Which keys there are, and which devices have them. */
  readonly keySearch: KeyMatches;
}
