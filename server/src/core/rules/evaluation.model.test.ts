import type { RuleDefinition } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isLongRun, limitOf, sizeOf } from "../../../../test/switches.ts";
import { compileRule } from "./compile/compile-rule.ts";
import { Evaluation } from "./evaluation.ts";
import { Observation } from "./observe/observation.ts";
import { initialState, parseState } from "./step/rule-state.ts";
import type { Transition } from "./step/transition.ts";
import { anyDecision, anyEvent, inputsOfRule, type RuleEvent } from "./testing/any-rule.ts";
import { NaiveRule } from "./testing/naive-rule.ts";

const begin = 1_000_000_000;

/** A rule and its model, side by side through one sequence of events. */
class Pair {
  readonly model: NaiveRule;
  #definition: RuleDefinition;
  #version = 1;
  #evaluation: Evaluation;
  #now = begin;
  readonly transitions: Transition[] = [];

  constructor(definition: RuleDefinition) {
    this.#definition = definition;
    const rule = compileRule(definition, 1);
    this.#evaluation = new Evaluation(rule, initialState(rule), begin);
    this.model = new NaiveRule(definition, begin);
  }

  get state() {
    return this.#evaluation.state;
  }

  apply(event: RuleEvent): void {
    if ("after" in event) this.#now += event.after;
    if (event.kind === "clock") this.#now -= event.back;
    if (event.kind === "point") this.#take(event.input, this.#now - event.delay, event.value);
    else if (event.kind === "told") this.#tell(event.value);
    else if (event.kind === "begin") this.#begin();
    else if (event.kind === "edit") this.#edit({ ...event.to, inputs: this.#definition.inputs });
    else if (event.kind === "person") this.#clear();
    else this.#letTimePass(event.kind === "restart");
  }

  #take(input: 0 | 1, ts: number, value: number): void {
    this.transitions.push(...this.#evaluation.take([input], ts, value, this.#now));
    this.model.take(input, ts, value, this.#now);
  }

  #tell(value: number | null): void {
    this.transitions.push(...this.#evaluation.tell([2], value, this.#now));
    this.model.tell(value ?? undefined, this.#now);
  }

  #begin(): void {
    this.transitions.push(...this.#evaluation.begin(this.#now));
    this.model.begin(this.#now);
  }

  #clear(): void {
    this.transitions.push(...this.#evaluation.clear(this.#now));
    this.model.clearByPerson(this.#now);
  }

  #letTimePass(withRestart: boolean): void {
    if (withRestart) this.#restart();
    if (withRestart) this.model.restart(this.#now);
    this.#elapse();
  }

  #elapse(): void {
    this.transitions.push(...this.#evaluation.elapse(this.#now));
    this.model.elapse(this.#now);
  }

  #edit(definition: RuleDefinition): void {
    this.#definition = definition;
    this.#version++;
    this.#elapse();
    this.#restart();
    this.model.edit(definition);
    this.model.restart(this.#now);
    this.#elapse();
  }

  /** All that is left is the state as it was written, the points, and what else is stored. */
  #restart(): void {
    const rule = compileRule(this.#definition, this.#version);
    const observation = new Observation(rule);
    for (const [input, points] of this.model.stored.entries()) {
      for (const [ts, value] of [...points].toSorted(([a], [b]) => a - b)) {
        observation.take([input], ts, value, Number.POSITIVE_INFINITY);
      }
    }
    observation.remember(2, this.model.told ?? null);
    const state = parseState(JSON.stringify(this.#evaluation.state));
    this.#evaluation = new Evaluation(rule, state, this.#now, observation);
  }
}

const plain = ({ from, to, ts, occasion, severity, isQuiet }: Transition) => ({
  from,
  to,
  ts,
  occasion,
  severity,
  isQuiet,
});

test("[RUL2, RUL3] whatever arrives or changes, late, after a restart, after an edit or with the clock set back, a rule decides as its model", {
  timeout: limitOf("HELIO_TEST_RULE_RUNS", 90_000),
}, () => {
  const sequence = fc.array(anyEvent, { minLength: 1, maxLength: 40 });
  const setting = fc.record({ maxAgeMs: fc.constantFrom(undefined, 8_000), withWindow: fc.boolean() });
  fc.assert(
    fc.property(anyDecision, setting, sequence, (decision, { maxAgeMs, withWindow }, events) => {
      const pair = new Pair({ ...decision, inputs: inputsOfRule(maxAgeMs, withWindow) });
      for (const event of events) {
        pair.apply(event);
        expect(pair.transitions.map(plain)).toEqual(pair.model.transitions);
        const { phase, severity, startTs } = pair.state;
        expect({ phase, severity, startTs }).toEqual({
          phase: pair.model.phase,
          severity: pair.model.severity,
          startTs: pair.model.startTs,
        });
      }
    }),
    { numRuns: sizeOf("HELIO_TEST_RULE_RUNS"), ...(isLongRun() ? {} : { seed: 43 }) },
  );
});
