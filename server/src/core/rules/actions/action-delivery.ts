import type { RuleAction, RuleProblem } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import { AppError } from "../../../kernel/errors.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { Transactions } from "../../changes/index.ts";
import {
  type CourierStore,
  type Delivery,
  type OutboxConsumer,
  type OutboxEntry,
  Undeliverable,
} from "../../outbox/index.ts";
import type { RuleAsker } from "../book/rule-editor.ts";
import type { LiveRules } from "../live/live-rules.ts";
import type { RaisedByRules } from "../live/rule-alarms.ts";
import type { KindsDue, RuleActionStore } from "./action-store.ts";
import type { ActionTaker } from "./action-taker.ts";
import { endOfFailure, failureOf } from "./failure-alarms.ts";
import type { ActionOrder } from "./planned-action.ts";

export const ruleActionTopic = "rule-action";

interface Done {
  readonly order: ActionOrder;
  readonly result: string;
}

interface Parts {
  readonly store: RuleActionStore;
  readonly alarms: RaisedByRules;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** From this attempt on people are told: what fails once or twice is over soon. */
const toldAfter = 3;

/**
 * Brings the actions of rules to those who carry them out: they are an outbox whose entries stay, to be looked at [RUL4,
 * RUL5]. There are two ways: what is only stored goes by the hundred, and never waits for what reaches out, which goes as
 * slowly as others answer.
 */
export class ActionDelivery implements OutboxConsumer {
  readonly topic = ruleActionTopic;
  readonly stored = this.#way((kinds) => ({ among: kinds }));
  /** With what nobody carries out: it is given up there. */
  readonly outward = this.#way((kinds) => ({ beside: kinds }));
  readonly #parts: Parts;
  /** Whether that has nothing to do with the rule as it is now: an alarm would stay for ever [ALM1]. */
  isOver: LiveRules["isOver"] = async () => false;
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

  async deliver(delivery: Delivery): Promise<void> {
    const order = orderIn(delivery);
    const taker = this.#takerOf(order);
    if (taker.isStored) {
      const [failure] = await this.deliverAll([delivery]);
      if (failure) throw failure;
      return;
    }
    const result = await taker.carryOut(order, delivery.signal).catch((error: unknown) => {
      throw asTold(error);
    });
    await this.#parts.transactions.run(() => this.#note([{ order, result }]));
  }

  /**
   * Of what is stored, in one transaction with the note that it was done. What is refused leaves nothing behind and holds up
   * nothing; whatever else goes wrong undoes all, and may be of the transaction's own.
   */
  deliverAll(deliveries: readonly Delivery[]): Promise<readonly (Error | undefined)[]> {
    return this.#parts.transactions.run(async () => {
      const waiting = await this.#parts.store.lockWaiting(deliveries.map(({ key }) => key));
      const done: Done[] = [];
      const failures: (Error | undefined)[] = [];
      for (const delivery of deliveries) {
        // Done by another node that took this one for dead, or it was removed.
        failures.push(waiting.has(delivery.key) ? await this.#carryOut(delivery, done) : undefined);
      }
      await this.#note(done);
      return failures;
    });
  }

  async #carryOut(delivery: Delivery, done: Done[]): Promise<Error | undefined> {
    const order = orderIn(delivery);
    try {
      const taker = this.#takerOf(order);
      const result = await this.#parts.transactions.run(() => taker.carryOut(order, delivery.signal));
      done.push({ order, result });
      return undefined;
    } catch (error) {
      if (isRefusal(error)) return asTold(error);
      throw error;
    }
  }

  #takerOf({ action }: ActionOrder): ActionTaker {
    const taker = this.#takers.get(action.kind);
    if (!taker) throw new Undeliverable(`nobody carries out ${action.kind}`);
    return taker;
  }

  #way(kindsOf: (stored: readonly RuleAction["kind"][]) => KindsDue): CourierStore {
    return {
      due: (query) => this.#parts.store.due(query, kindsOf(this.#storedKinds())),
      delivered: async () => undefined, // it is noted already, with what was done
      failed: (...of) => this.#failed(...of),
      giveUp: (...of) => this.#giveUp(...of),
    };
  }

  #storedKinds(): readonly RuleAction["kind"][] {
    return [...this.#takers.values()].filter(({ isStored }) => isStored).map(({ kind }) => kind);
  }

  readonly #failed: CourierStore["failed"] = async (id, attempts, failure, next, entry) => {
    await this.#parts.transactions.run(async () => {
      await this.#parts.store.failed(id, attempts, failure, next);
      if (attempts >= toldAfter) await this.#tell(entry, failure);
    });
  };

  readonly #giveUp: CourierStore["giveUp"] = async (id, attempts, failure, now, entry) => {
    await this.#parts.transactions.run(async () => {
      await this.#parts.store.giveUp(id, attempts, failure, now);
      await this.#tell(entry, failure);
    });
  };

  /** Inside the transaction. */
  async #note(done: readonly Done[]): Promise<void> {
    if (done.length === 0) return;
    const { store, alarms, clock } = this.#parts;
    await store.done(
      done.map(({ order, result }) => ({ key: order.key, result })),
      clock(),
    );
    await alarms.changeAll(done.map(({ order }) => endOfFailure(order)));
  }

  async #tell({ body }: OutboxEntry, failure: string): Promise<void> {
    const order = parseJsonText(body) as ActionOrder; // written by us
    const { rule, action, deviceId } = order;
    if (await this.isOver({ ruleId: rule.id, rule: rule.name, action: action.kind, deviceId })) return;
    await this.#parts.alarms.changeAll([failureOf(order, failure)]);
  }
}

const orderIn = ({ body }: Delivery): ActionOrder => body as ActionOrder; // written by us

/** Said of this action alone: the transaction can go on. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Undeliverable || (error instanceof AppError && error.fault !== "busy");

/** The device is gone, or what is asked for makes no sense to it: another attempt would be told the same. */
function asTold(error: unknown): Error {
  const isForGood = error instanceof AppError && ["not-found", "invalid"].includes(error.fault);
  if (isForGood) return new Undeliverable(error.message);
  return error instanceof Error ? error : new Error(String(error));
}
