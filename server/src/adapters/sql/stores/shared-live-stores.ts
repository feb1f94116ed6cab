import type { Transaction } from "kysely";
import type { CalculationProgress } from "../../../core/calculated-channels/index.ts";
import type { Rule } from "../../../core/rules/live/rule.ts";
import type { RuleId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { withNext } from "../with-next.ts";
import { SqlCalculatedChannelStore } from "./calculated-channel-store.ts";
import { SqlLiveRuleStore } from "./live-rule-store.ts";
import { positionOf } from "./unseen-commits.ts";

/** Behind everything in every log. */
const newest = Number.MAX_SAFE_INTEGER;

/**
 * Of one of several nodes: each follows a log of its own, from when it began, and notes how far for whoever inherits it; rules are those
 * that are there now, because no position says in which log they came into force.
 */
export class SharedLiveRuleStore extends SqlLiveRuleStore {
  readonly #log: number;

  constructor(db: Database, transitionsPerRule: number, log: number) {
    super(db, transitionsPerRule);
    this.#log = log;
  }

  protected override async note(trx: Transaction<Tables>, position: number): Promise<void> {
    await trx.executeQuery(withNext("postgres", positionOf(this.#log, "rules", position).compile(trx)));
  }

  override versionsInForce(): Promise<readonly Pick<Rule, "id" | "version">[]> {
    return super.versionsInForce(newest);
  }

  override inForce(_position: number, ids: readonly RuleId[]): Promise<readonly Rule[]> {
    return super.inForce(newest, ids);
  }

  override async changesAfter(): Promise<readonly number[]> {
    return [];
  }

  override async position(): Promise<undefined> {
    return undefined;
  }
}

/** As above. */
export class SharedCalculatedChannelStore extends SqlCalculatedChannelStore {
  readonly #db: Database;
  readonly #log: number;

  constructor(db: Database, log: number) {
    super(db);
    [this.#db, this.#log] = [db, log];
  }

  /** When any node worked last: after all of them were away, intervals are made up for. */
  override async progress(): Promise<Pick<CalculationProgress, "time"> | undefined> {
    const noted = await super.progress();
    return noted && { time: noted.time };
  }

  override async note({ position, time }: CalculationProgress): Promise<void> {
    await this.#db.transact(async (trx) => {
      await positionOf(this.#log, "calculations", position).execute(trx);
      await trx.updateTable("calculation_progress").set({ time }).where("time", "<", time).execute();
    });
  }
}
