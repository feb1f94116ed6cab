import type { LoggedCommit, Receipt } from "../../../core/telemetry/index.ts";
import type { MqttSessionId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { positionsPerEpoch } from "../limits.ts";
import type { SeriesNames } from "../series/series-directory.ts";
import type { UnseenCommit } from "../storage/unseen-commits.ts";
import { pastCommit } from "./past-commits.ts";
import { ReplayedReceipts } from "./replayed-receipts.ts";

/** What was left of logs of those that are gone, as their consumers take it. */
export interface Unseen {
  /** For those who follow, in order; each gets a position when it is told. */
  readonly commits: readonly Omit<LoggedCommit, "position">[];
  /** As sessions compare them: the shard had that epoch. */
  readonly receipts: readonly Readonly<Receipt>[];
  readonly idsOfReceipts: readonly number[];
}

export function unseenOf(found: readonly UnseenCommit[], names: SeriesNames): Unseen {
  const ofReceipts = found.filter(({ consumer }) => consumer === "receipts");
  return {
    commits: found.flatMap((one) => commitOf(one, names)),
    receipts: ofReceipts.flatMap(receiptsIn),
    idsOfReceipts: ofReceipts.map(({ id }) => id),
  };
}

/** One that is damaged is told as empty: it goes as the others do. */
function commitOf({ id, consumer, frame }: UnseenCommit, names: SeriesNames): Unseen["commits"] {
  if (consumer === "receipts") return [];
  const { arrival = epochMs(0), batches } = frame ? pastCommit(frame, names) : { batches: [] };
  return [{ arrival, batches, unseen: { id, by: consumer } }];
}

function receiptsIn({ epoch, position, frame }: UnseenCommit): readonly Readonly<Receipt>[] {
  if (frame === undefined) return [];
  const found = new ReplayedReceipts();
  found.read(epoch * positionsPerEpoch + position, frame);
  return found.all.map((receipt) => ({ ...receipt, session: receipt.session as MqttSessionId }));
}
