import type { RuleAction, RuleProblem } from "@heliograph/contract";
import { AppError } from "../../../kernel/errors.ts";
import type { OutboxId } from "../../../kernel/ids.ts";
import type { Clock, EpochMs } from "../../../kernel/time.ts";
import type { Transactions } from "../../changes/index.ts";
import {
  type CourierStore,
  type Delivery,
  type OutboxConsumer,
  type OutboxEntry,
  Undeliverable,
} from "../../outbox/index.ts";
import type { RuleAsker } from "../book/rule-editor.ts";
import type { RaisedByRules } from "../live/rule-alarms.ts";
import type { RuleActionStore } from "./action-store.ts";
import type { ActionTaker } from "./action-taker.ts";
import { endOfFailure, failureOf } from "./failure-alarms.ts";
import type { ActionOrder } from "./planned-action.ts";

export const ruleActionTopic = "rule-action";

interface Parts {
  readonly store: RuleActionStore;
  readonly alarms: RaisedByRules;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** From this attempt on people are told: what fails once or twice is over soon. */
const toldAfter = 3;

/** Brings the actions of rules to those who carry them out: they are an outbox whose entries stay, to be looked at [RUL4, RUL5]. */
export class ActionDelivery implements OutboxConsumer, CourierStore {
  readonly topic = ruleActionTopic;
  readonly #parts: Parts;
  readonly #takers = new Map<RuleAction["kind"], ActionTaker>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Before rules are saved or evaluated. */
  serve<Kind extends RuleAction["kind"]>(taker: ActionTaker<Kind>): void {
    this.#takers.set(taker.kind, taker as unknown as ActionTaker);
  }

  serves(kind: RuleAction["kind"]): boolean {
    return this.#takers.has(kind);
  }

  /** What actions name and is not there, or not for who asks [API3]. */
  async problems(by: RuleAsker, actions: readonly RuleAction[]): Promise<readonly RuleProblem[]> {
    const found: RuleProblem[] = [];
    for (const [at, action] of actions.entries()) {
      const problems = (await this.#takers.get(action.kind)?.problems?.(by, action)) ?? [];
      found.push(...problems.map((problem) => ({ ...problem, path: `actions.${at}.${problem.path}` })));
    }
    return found;
  }

  due: CourierStore["due"] = (query) => this.#parts.store.due(query);

  async deliver({ body, signal }: Delivery): Promise<void> {
    const order = body as ActionOrder; // written by us
    const taker = this.#takers.get(order.action.kind);
    if (!taker) throw new Undeliverable(`nobody carries out ${order.action.kind}`);
    try {
      if (taker.isStored)
        await this.#parts.transactions.run(async () => this.#done(order, await taker.carryOut(order, signal)));
      else await this.#done(order, await taker.carryOut(order, signal));
    } catch (error) {
      throw isForGood(error) ? new Undeliverable((error as Error).message) : error;
    }
  }

  /** It is noted already, with what was done. */
  delivered = async (): Promise<void> => undefined;

  async failed(id: OutboxId, attempts: number, failure: string, next: EpochMs, entry: OutboxEntry): Promise<void> {
    await this.#parts.transactions.run(async () => {
      await this.#parts.store.failed(id, attempts, failure, next);
      if (attempts >= toldAfter) await this.#tell(entry, failure);
    });
  }

  async giveUp(id: OutboxId, attempts: number, failure: string, now: EpochMs, entry: OutboxEntry): Promise<void> {
    await this.#parts.transactions.run(async () => {
      await this.#parts.store.giveUp(id, attempts, failure, now);
      await this.#tell(entry, failure);
    });
  }

  async #done(order: ActionOrder, result: string): Promise<void> {
    const { store, alarms, transactions, clock } = this.#parts;
    await transactions.run(async () => {
      await store.done(order.key, result, clock());
      await alarms.changeAll([endOfFailure(order)]);
    });
  }

  async #tell({ body }: OutboxEntry, failure: string): Promise<void> {
    const order = JSON.parse(body) as ActionOrder; // written by us
    await this.#parts.alarms.changeAll([failureOf(order, failure)]);
  }
}

/** The device is gone, or what is asked for makes no sense to it: another attempt would be told the same. */
const isForGood = (error: unknown): boolean =>
  error instanceof AppError && ["not-found", "invalid"].includes(error.fault);
