import { type ConditionNode, isConditionNode, type RuleCondition } from "@heliograph/contract";
import { compileExpression } from "../expressions/compile-expression.ts";
import { met, type Truth, unknown, unmet } from "../values.ts";
import { compileArea } from "./compile-area.ts";
import { compileComparison } from "./compile-comparison.ts";
import type { CompiledInput, Judge, JudgedPart } from "./compiled-rule.ts";

/** Turns the conditions of one rule into functions and remembers each of them. Throws on what a check would have refused. */
export class ConditionCompiler {
  readonly #inputs: readonly CompiledInput[];
  readonly parts: JudgedPart[] = [];
  #nextBit = 1;

  constructor(inputs: readonly CompiledInput[]) {
    this.#inputs = inputs;
  }

  compile(condition: RuleCondition, path: string): Judge {
    const judge = this.#judgeOf(condition, path);
    this.parts.push({ path, condition, judge });
    return judge;
  }

  #judgeOf(condition: RuleCondition, path: string): Judge {
    if (isConditionNode(condition)) return this.#nodeOf(condition, path);
    if (condition.kind === "EXPRESSION") return this.#expression(condition.expression);
    const indexOf = (name: string): number => this.#indexOf(name);
    if (condition.kind === "AREA") return compileArea(condition, indexOf);
    return compileComparison(condition, indexOf, () => this.#band());
  }

  #nodeOf({ kind, conditions }: ConditionNode, path: string): Judge {
    const judges = conditions.map((inner, at) => this.compile(inner, `${path}.conditions.${at}`));
    if (kind === "NONE") return not(several(met, judges));
    return several(kind === "ALL" ? unmet : met, judges);
  }

  #expression(text: string): Judge {
    const compiled = compileExpression(text, this.#inputs);
    if (!compiled.isOk) throw new Error(`${text}: ${compiled.problem.message}`);
    return compiled.evaluate;
  }

  #indexOf(name: string): number {
    const at = this.#inputs.findIndex((input) => input.name === name);
    if (at < 0) throw new Error(`no input ${name}`);
    return at;
  }

  #band(): number {
    const bit = this.#nextBit;
    this.#nextBit *= 2;
    return bit;
  }
}

const not =
  (inner: Judge): Judge =>
  (values, bands) => {
    const truth = inner(values, bands);
    if (truth === unknown) return unknown;
    return truth === met ? unmet : met;
  };

/** One answer decides, whatever the others are; unknown is stronger than the rest. All are asked: each may hold a dead band. */
const several =
  (deciding: Truth, judges: readonly Judge[]): Judge =>
  (values, bands) => {
    let result: Truth = deciding === met ? unmet : met;
    for (const judge of judges) {
      const truth = judge(values, bands);
      if (truth === deciding) result = deciding;
      else if (truth === unknown && result !== deciding) result = unknown;
    }
    return result;
  };
