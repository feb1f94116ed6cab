import type { Database } from "../database.ts";
import { appendToChains } from "./audit-chain.ts";
import type { Unchained } from "./audit-rows.ts";
import { forgetWaiting, lockedWaiting, type WaitingRow } from "./audit-waiting.ts";

/** Entries that are sealed in one transaction: changes that wait behind it wait for some milliseconds. */
export const sealedAtOnce = 200;

export interface SealedBatch {
  /** Behind which the next batch begins. */
  readonly last: number;
  /** Whether there may be more. */
  readonly isFull: boolean;
  readonly sealed: number;
  readonly illFormed: number;
}

/** Moves entries that wait, of all chains or of one, into their chains. What is no entry stays where it is. */
export function sealBatch(db: Database, after: number, onlyChain?: string): Promise<SealedBatch> {
  return db.transact(async (trx) => {
    const waiting = await lockedWaiting(trx, db.kind, after, sealedAtOnce);
    const entries = waiting.filter(isEntry).filter(({ row }) => onlyChain === undefined || row.chain === onlyChain);
    if (entries.length > 0) {
      await appendToChains(trx, db.kind, inOrderOfTime(entries.map(({ row }) => row)));
      await forgetWaiting(
        trx,
        db.kind,
        entries.map(({ id }) => id),
      );
    }
    return {
      last: waiting.at(-1)?.id ?? after,
      isFull: waiting.length === sealedAtOnce,
      sealed: entries.length,
      illFormed: waiting.filter(({ row }) => !row).length,
    };
  });
}

type WaitingEntry = WaitingRow & { readonly row: Unchained };

const isEntry = (waiting: WaitingRow): waiting is WaitingEntry => waiting.row !== undefined;

/** Ranges of time are ranges of numbers. Those of one moment stay in the order in which they were left. */
const inOrderOfTime = (rows: readonly Unchained[]): Unchained[] =>
  rows.toSorted((a, b) => a.created_time - b.created_time);
