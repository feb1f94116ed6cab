/** Why a condition that fits the schema makes no sense; pages say it in the language of their reader. */
export const filterProblems = {
  TYPE_EMPTY: "type must not be empty",
  TEXT_EMPTY: "text must not be empty",
  VALUE_UNWANTED: "value does not belong to this comparison",
  VALUE_MISSING: "value is required",
  VALUE_NO_NUMBER: "value must be a number with this comparison",
  VALUE_NO_TEXT: "value must be a text with this comparison",
  AGE_OF_NOTHING: "what does not exist has no age",
  AGE_IMPOSSIBLE: "olderThanMs is more than newerThanMs: nothing is both",
} as const;
export type FilterProblemName = keyof typeof filterProblems;

export interface FilterProblem {
  readonly name: FilterProblemName;
  /** Which condition it is, counted from 1, at each depth: `2.1` is the first inside the second. */
  readonly condition: string;
  /** The same as a path in the filter. */
  readonly at: string;
}
