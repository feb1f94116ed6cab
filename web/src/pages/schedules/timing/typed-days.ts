/** "1, 15" as days of a month; what is none is passed over. */
export const monthDaysOf = (text: string): readonly number[] =>
  [...new Set(text.split(/[^\d]+/).map(Number))].filter((day) => day >= 1 && day <= 31).toSorted((a, b) => a - b);
