import { type LimitTableReport, limitRulesAtMost, type RuleMode } from "@heliograph/contract";
import { type Reach, reaches } from "../../projects/index.ts";
import { tooManyLimits } from "./errors.ts";
import { type LimitCells, type LimitProblem, type LimitRow, limitRowOf } from "./limit-row.ts";
import { type LimitRule, limitRulesOf, nameOfTarget } from "./limit-rules.ts";
import type { RuleEditor } from "./rule-editor.ts";
import type { RuleStore } from "./rule-store.ts";
import type { Rules } from "./rules.ts";

interface Parts {
  readonly rules: Pick<Rules, "sense" | "importAll" | "skippedAmong">;
  readonly store: Pick<RuleStore, "typesNamed" | "devicesNamed">;
}

export interface LimitOrder {
  readonly isDryRun: boolean;
  readonly mode: RuleMode;
}

/** Tables of limits, as people keep them beside a machine, become rules [RUL5]. */
export class LimitTables {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** All of the rules or, while a row has a problem, none. */
  async import(
    editor: RuleEditor,
    table: readonly (LimitCells | string)[],
    { isDryRun, mode }: LimitOrder,
  ): Promise<LimitTableReport> {
    const reach = editor.reachTo(["EDIT_RULES"]);
    const read = table.map((cells, at) => limitRowOf(at + 1, cells));
    const rows = read.filter((one): one is LimitRow => !isWrong(one));
    const { rules, problems: found } = limitRulesOf(rows, await this.#targets(reach, rows));
    if (rules.length > limitRulesAtMost) throw tooManyLimits(limitRulesAtMost);
    const problems = [...read.filter(isWrong).flat(), ...found, ...(await this.#problemsOf(reach, rules))].sort(byRow);
    const told = { rows: table.length, problems };
    if (problems.length > 0) return { ...told, created: [], skipped: [] };
    const book = this.#parts.rules;
    const done = isDryRun
      ? await book.skippedAmong(reach, rules)
      : await book.importAll(editor, rules, { mode, isDryRun });
    return { ...told, ...done };
  }

  /** What is out of reach is not there [API3]. */
  async #targets(reach: Reach, rows: readonly LimitRow[]) {
    const namesOf = (kind: LimitRow["target"]["kind"]) => [
      ...new Set(rows.filter(({ target }) => target.kind === kind).map(({ target }) => nameOfTarget(target))),
    ];
    const { store } = this.#parts;
    const devices = await store.devicesNamed(reach.tenantId, namesOf("device"));
    const reached = [...devices].filter(([, { projectId }]) => reaches(reach, projectId));
    const device = new Map(reached.map(([name, { id }]) => [name, id]));
    return { type: await store.typesNamed(reach.tenantId, namesOf("type")), device };
  }

  /** What the check of rules says, at the first row of each. */
  async #problemsOf(reach: Reach, rules: readonly LimitRule[]): Promise<readonly LimitProblem[]> {
    const found = await this.#parts.rules.sense.problemsOfSeveral(reach, rules);
    return rules.flatMap(({ rows }, at) =>
      (found[at] ?? []).map(({ path, ...problem }) => ({
        ...{ row: rows[0] ?? 0, ...problem },
        message: `${path}: ${problem.message}`,
      })),
    );
  }
}

const isWrong = (one: LimitRow | readonly LimitProblem[]): one is readonly LimitProblem[] => Array.isArray(one);
const byRow = (a: LimitProblem, b: LimitProblem): number => a.row - b.row;
