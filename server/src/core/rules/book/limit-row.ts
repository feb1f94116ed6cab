import {
  type AlarmSeverity,
  alarmSeverities,
  isLineText,
  isValueKey,
  type LimitColumn,
  longestSpanMs,
  nameMaxLength,
  type RuleComparison,
  type SaidProblem,
  said,
  valueKeyMaxLength,
} from "@heliograph/contract";

/** The cells of a row by their columns; what is missing is empty. */
export type LimitCells = Readonly<Record<LimitColumn, string>>;

/** One line of a table of limits, understood. */
export interface LimitRow {
  readonly row: number;
  readonly key: string;
  readonly target: { readonly kind: "type" | "device"; readonly name: string };
  readonly severity: AlarmSeverity;
  readonly comparison: RuleComparison;
  readonly limit: number;
  readonly deadBand: number | undefined;
  readonly durationMs: number | undefined;
  readonly text: string;
}

export interface LimitProblem extends SaidProblem {
  readonly row: number;
}

const comparisons: Readonly<Record<string, RuleComparison>> = {
  "": "GREATER",
  ">": "GREATER",
  ">=": "GREATER_OR_EQUAL",
  "<": "LESS",
  "<=": "LESS_OR_EQUAL",
};
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
const number = "[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?";
const limitForm = new RegExp(`^(|>=?|<=?)\\s*(${number})$`);
const durationForm = /^(\d+(?:\.\d+)?)\s*(ms|s|min|h|d|)$/;

const longestDays = longestSpanMs / 86_400_000;

class Unreadable extends Error {
  readonly problem: SaidProblem;

  constructor(code: string, message: string, params?: Readonly<Record<string, string>>) {
    super(message);
    this.problem = said(code, message, params);
  }
}

/** A row as a limit, or everything that is wrong with it; a text is what was wrong with it already. */
export function limitRowOf(row: number, cells: LimitCells | string): LimitRow | readonly LimitProblem[] {
  if (typeof cells === "string") return [{ row, ...said("ROW_CELLS", cells) }];
  const problems: LimitProblem[] = [];
  const read = <T>(part: () => T): T | undefined => {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ row, ...error.problem });
      return undefined;
    }
  };
  const [key, above] = [read(() => keyIn(cells)), read(() => limitIn(cells.limit))];
  const text = read(() => textIn(cells, above?.comparison.startsWith("GREATER") ?? true));
  const [target, severity] = [read(() => targetIn(cells)), read(() => severityIn(cells.severity))];
  const [deadBand, durationMs] = [read(() => deadBandIn(cells.dead_band)), read(() => durationIn(cells.duration))];
  if (problems.length > 0 || !key || !above || !text || !target || !severity) return problems;
  return { ...{ row, key, ...above, text, target }, ...{ severity, deadBand, durationMs } };
}

function keyIn({ telemetry_key: key }: LimitCells): string {
  if (key === "") throw new Unreadable("ROW_KEY", "telemetry_key: is missing");
  if (isValueKey(key)) return key;
  const most = String(valueKeyMaxLength);
  throw new Unreadable("ROW_KEY_FORM", `telemetry_key: must have at most ${most} characters, none of them NUL`, {
    most,
  });
}

function textIn({ telemetry_key: key, text: given }: LimitCells, isAbove: boolean): string {
  const text = given === "" ? `${key} too ${isAbove ? "high" : "low"}`.slice(0, nameMaxLength) : given;
  if (isLineText(text)) return text;
  if (given === "") return ""; // the key is what is wrong, and told
  throw new Unreadable("ROW_TEXT", `text: must be a line of at most ${nameMaxLength} characters`, {
    most: String(nameMaxLength),
  });
}

function targetIn({ type, device }: LimitCells): LimitRow["target"] {
  if ((type === "") === (device === ""))
    throw new Unreadable("ROW_TARGET", "either type or device: a row is for one of them");
  return type === "" ? { kind: "device", name: device } : { kind: "type", name: type };
}

function limitIn(cell: string): { readonly comparison: RuleComparison; readonly limit: number } {
  const [, sign, digits] = limitForm.exec(cell) ?? [];
  const comparison = comparisons[sign ?? "none"];
  const limit = Number(digits);
  if (comparison === undefined || !Number.isFinite(limit))
    throw new Unreadable("ROW_LIMIT", "limit: must be a number, perhaps after >, >=, < or <=");
  return { comparison, limit };
}

function severityIn(cell: string): AlarmSeverity {
  const severity = alarmSeverities.find((name) => name === cell.toUpperCase());
  if (cell !== "" && !severity)
    throw new Unreadable("ROW_SEVERITY", `severity: must be one of ${alarmSeverities.join(", ")}`, {
      names: alarmSeverities.join(", "),
    });
  return severity ?? "MAJOR";
}

function deadBandIn(cell: string): number | undefined {
  const band = cell === "" ? 0 : Number(cell);
  if (!Number.isFinite(band) || band < 0)
    throw new Unreadable("ROW_DEAD_BAND", "dead_band: must be a number that is not negative");
  return band === 0 ? undefined : band;
}

function durationIn(cell: string): number | undefined {
  if (cell === "") return undefined;
  const [, amount, unit] = durationForm.exec(cell) ?? [];
  if (amount === undefined)
    throw new Unreadable("ROW_DURATION", "duration: must be such as 90s, 5min, 2h, or a number of seconds");
  const ms = Math.round(Number(amount) * (unitMs[unit || "s"] ?? 1_000));
  if (ms > longestSpanMs)
    throw new Unreadable("ROW_DURATION_LONG", `duration: must be at most ${longestDays} days`, {
      most: String(longestDays),
    });
  return ms === 0 ? undefined : ms;
}
