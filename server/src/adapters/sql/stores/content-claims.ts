import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AnnouncedRemoval,
  type ContentClaim,
  type ContentClaims,
  contentBeingRemoved,
} from "../../../core/files/index.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";

/** A claim is let go of; this is for those of nodes that died, which keep a content a day longer at most. */
const claimMs = 24 * 3_600_000;
const lookAgainMs = 50;

export interface ClaimTimes {
  /** A removal whose answer did not come may be carried out so much later. */
  readonly removalMs: number;
  /** Whoever puts a content waits so long for its removal to end. */
  readonly waitMs: number;
}

/** In the database, which is what all nodes share (ADR 83). */
export class SqlContentClaims implements ContentClaims {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #times: ClaimTimes;

  constructor(db: Database, clock: Clock, times: ClaimTimes) {
    this.#db = db;
    this.#clock = clock;
    this.#times = times;
  }

  async claim(sha256: string): Promise<ContentClaim> {
    const [id] = await this.#note([sha256], "claim", claimMs);
    const release = () => void this.#strike(id ? [id] : []).catch(() => undefined); // it ends by itself, later
    try {
      await this.#untilNotRemoved(sha256);
    } catch (error) {
      release();
      throw error;
    }
    return { release };
  }

  async announceRemoval(hashes: readonly string[]): Promise<AnnouncedRemoval> {
    await this.#db.write.deleteFrom("content_claims").where("until_time", "<=", this.#clock()).execute();
    const ids = await this.#note(hashes, "removal", this.#times.removalMs);
    const claimed = await this.#noted(hashes, "claim");
    return {
      claimed,
      end: (doubtful) => this.#strike(ids.filter((_, at) => !doubtful.includes(hashes[at] ?? ""))),
    };
  }

  async #untilNotRemoved(sha256: string): Promise<void> {
    const waitUntil = this.#clock() + this.#times.waitMs;
    while ((await this.#noted([sha256], "removal")).size > 0) {
      if (this.#clock() >= waitUntil) throw contentBeingRemoved();
      await sleep(lookAgainMs);
    }
  }

  async #note(hashes: readonly string[], intention: Intention, forMs: number): Promise<readonly string[]> {
    if (hashes.length === 0) return [];
    const until_time = epochMs(this.#clock() + forMs);
    const rows = hashes.map((sha256) => ({ id: randomUUID(), sha256, is_removal: columnOf(intention), until_time }));
    await this.#db.write.insertInto("content_claims").values(rows).execute();
    return rows.map(({ id }) => id);
  }

  async #noted(hashes: readonly string[], intention: Intention): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    const query = this.#db.read
      .selectFrom("content_claims")
      .select("sha256")
      .where("sha256", "in", hashes)
      .where("is_removal", "=", columnOf(intention))
      .where("until_time", ">", this.#clock());
    return new Set((await query.execute()).map(({ sha256 }) => sha256));
  }

  async #strike(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#db.write.deleteFrom("content_claims").where("id", "in", ids).execute();
  }
}

type Intention = "claim" | "removal";
const columnOf = (intention: Intention): number => (intention === "removal" ? 1 : 0);
