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

/** A row as a limit, or what is wrong with it; a text is what was wrong with it already. */
export function limitRowOf(row: number, cells: LimitCells | string): LimitRow | LimitProblem {
  if (typeof cells === "string") return { row, ...said("ROW_CELLS", cells) };
  try {
    return { row, ...understood(cells) };
  } catch (error) {
    if (error instanceof Unreadable) return { row, ...error.problem };
    throw error;
  }
}

function understood(cells: LimitCells): Omit<LimitRow, "row"> {
  const key = cells.telemetry_key;
  if (key === "") throw new Unreadable("ROW_KEY", "telemetry_key: is missing");
  if (!isValueKey(key))
    throw new Unreadable(
      "ROW_KEY_FORM",
      `telemetry_key: must have at most ${valueKeyMaxLength} characters, none of them NUL`,
      {
        most: String(valueKeyMaxLength),
      },
    );
  const { comparison, limit } = limitIn(cells.limit);
  const isAbove = comparison.startsWith("GREATER");
  const text = cells.text === "" ? `${key} too ${isAbove ? "high" : "low"}`.slice(0, nameMaxLength) : cells.text;
  if (!isLineText(text))
    throw new Unreadable("ROW_TEXT", `text: must be a line of at most ${nameMaxLength} characters`, {
      most: String(nameMaxLength),
    });
  const target = targetIn(cells);
  return {
    ...{ key, comparison, limit, text, target },
    severity: severityIn(cells.severity),
    deadBand: deadBandIn(cells.dead_band),
    durationMs: durationIn(cells.duration),
  };
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
