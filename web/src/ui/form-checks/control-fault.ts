import { numberFormat } from "../../format/formatters.ts";
import type { FirstWords } from "../../i18n/messages.tsx";

/** What of a control its fault is told by; each of the browser's controls has it. */
export interface CheckedControl {
  readonly type: string;
  readonly value: string;
  readonly required?: boolean;
  readonly validity: Readonly<Partial<ValidityState>>;
  readonly validationMessage: string;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  /** How long it may become: the browser would cut what is pasted without a word. */
  readonly longest?: number | undefined;
}

type Words = FirstWords["common"]["faults"];

/** What is wrong with what is in a control, in the reader's words; nothing where nothing is. */
export function faultOf(control: CheckedControl, words: Words, locale: string): string | undefined {
  const { validity, value, longest = Number.POSITIVE_INFINITY } = control;
  if (validity.badInput) return isTime(control) ? words.noTime : words.noNumber;
  if (validity.valueMissing || isBlank(control)) return missing(control, words);
  if (value.length > longest) return words.tooLong(longest, value.length - longest);
  if (validity.rangeUnderflow || validity.rangeOverflow) return outOfRange(control, words, locale);
  if (validity.stepMismatch) return control.step === "" || control.step === "1" ? words.notWhole : words.noStep;
  if (validity.typeMismatch) return control.type === "email" ? words.noMail : words.noAddress;
  return validity.customError ? control.validationMessage : undefined;
}

const isTime = ({ type }: CheckedControl): boolean => /^(?:date|time|datetime-local|month|week)$/.test(type);

/** Blanks are no name. A password may be made of them. */
const isBlank = ({ type, required = false, value }: CheckedControl): boolean =>
  required && (type === "text" || type === "textarea" || type === "search") && value.trim() === "";

function missing({ type }: CheckedControl, words: Words): string {
  if (type === "file") return words.noFile;
  if (type === "checkbox") return words.notTicked;
  return type.startsWith("select") || type === "radio" ? words.notChosen : words.missing;
}

function outOfRange({ min = "", max = "" }: CheckedControl, words: Words, locale: string): string {
  const [least, most] = [boundText(min, locale), boundText(max, locale)];
  if (min !== "" && max !== "") return words.between(least, most);
  return min === "" ? words.atMost(most) : words.atLeast(least);
}

const boundText = (bound: string, locale: string): string =>
  Number.isNaN(Number(bound)) ? bound : numberFormat(locale, { maximumFractionDigits: 3 }).format(Number(bound));
