import type { RuleCondition, RuleDefinition, RuleExplanation, RuleMode, RuleRunRecord } from "@heliograph/contract";
import { durationText } from "../../../format/duration.ts";
import { countText } from "../../../format/number.ts";
import { dateTimeText } from "../../../format/time.ts";
import { type ConditionPlace, conditionAt } from "../sentence/edits.ts";
import { inputNamed } from "../sentence/rule-names.ts";
import { conditionText, withoutBand } from "../sentence/rule-text.ts";
import { filledText } from "../sentence/template.ts";
import { inputText, measuredText, type Wording } from "../sentence/wording.ts";
import { firingNext, lateBy, shorterWait, type Waited } from "./waiting.ts";

/** One look at a device, or how it is now. */
export type Look = Pick<RuleExplanation, "isFor" | "phase" | "values" | "conditions" | "holds">;

export const lookOf = ({ after, values, conditions, holds }: RuleRunRecord): Look => ({
  ...{ isFor: true, phase: after, values, conditions, holds },
});

export interface Answer {
  readonly kind: "fired" | "waiting" | "calm" | "unknown";
  readonly text: string;
}

interface Asked {
  readonly mode: RuleMode;
  readonly definition: RuleDefinition;
}

/** "Why did this (not) fire?" in one sentence, the answer before the proof [RUL5]. */
export function answerOf(look: Look, { mode, definition }: Asked, wording: Wording): Answer {
  const w = wording.words.traces;
  if (!look.isFor) return { kind: "unknown", text: mode === "OFF" ? w.off : w.notFor };
  if (look.phase === "ACTIVE" || look.phase === "RECOVERING") {
    const text = look.phase === "ACTIVE" ? w.fired : w.recovering;
    return { kind: "fired", text: mode === "SHADOW" ? `${text} ${w.shadow}` : text };
  }
  const known = Object.values(look.values).some((value) => value !== null);
  if (!known) return { kind: "unknown", text: w.nothingKnown };
  const counting = look.holds.find(({ path, times, isMet }) => path !== "clear.for" && times > 0 && !isMet);
  if (counting) return { kind: "waiting", text: filledText(w.tooShort, holdTexts(counting, wording)) };
  return ofConditions(look, definition, wording);
}

type Hold = Look["holds"][number];

/** How long so far, and how long it has to be; in values where these are counted. */
export function holdTexts(hold: Hold, { words, locale }: Wording): { soFar: string; needed: string } {
  const inTime = hold.neededMs > 0;
  const times = (count: number) => words.traces.times(countText(count, locale));
  return {
    soFar: inTime ? durationText(hold.soFarMs, locale) : times(hold.times),
    needed: inTime ? durationText(hold.neededMs, locale) : times(hold.neededTimes),
  };
}

/** What happens by itself: that it fires, and why so late where its values came late. */
export function dueText({ holds, dueTime }: Pick<RuleExplanation, "holds" | "dueTime">, wording: Wording): string {
  const w = wording.words.traces;
  if (dueTime === null) return "";
  const [time, next] = [dateTimeText(dueTime, wording.locale), firingNext(holds, dueTime)];
  const late = next && lateBy(next);
  if (late === undefined) return filledText(next ? w.firesAt : w.due, { time });
  return filledText(w.firesLate, { time, late: durationText(late, wording.locale) });
}

/** "It was so for 4 min 40 sec; the rule needs 5 min. With 4 min it would have fired." */
export function waitedText(waited: Waited, { words: { traces }, locale }: Wording): string {
  const [soFar, needed] = [durationText(waited.soFarMs, locale), durationText(waited.neededMs, locale)];
  const shorter = shorterWait(waited);
  const enough = shorter === undefined ? "" : filledText(traces.wouldHave, { shorter: durationText(shorter, locale) });
  return `${filledText(traces.wasTooShort, { soFar, needed })} ${enough}`.trim();
}

/** What keeps it from firing: a condition that is not met comes before one that cannot be told. */
function ofConditions(look: Look, definition: RuleDefinition, wording: Wording): Answer {
  const w = wording.words.traces;
  const tops = look.conditions.filter(({ path }) => /^steps\.\d+\.when$/.test(path));
  if (tops.some(({ answer }) => answer === "MET")) return { kind: "waiting", text: w.allMet };
  const decisive = tops.find(({ answer }) => answer === "UNKNOWN") ?? tops[0];
  if (!decisive) return { kind: "calm", text: "" };
  const inner = look.conditions.filter(
    ({ path, answer }) => path.startsWith(decisive.path) && answer === decisive.answer,
  );
  const condition = textAt(definition, (inner.at(-1) ?? decisive).path, wording, withoutBand);
  const template = decisive.answer === "UNKNOWN" ? w.cannotTell : w.notMet;
  return { kind: decisive.answer === "UNKNOWN" ? "unknown" : "calm", text: filledText(template, { condition }) };
}

/** "bearing temperature: 79.9 °C" */
export function valueTexts({ values }: Pick<Look, "values">, { inputs }: RuleDefinition, wording: Wording): string {
  const told = Object.entries(values).map(([name, value]) => {
    const input = inputNamed(inputs, name);
    const text = value === null ? wording.words.traces.unknown : measuredText(value, input, wording);
    return `${input ? inputText(input, wording) : name}: ${text}`;
  });
  return told.join(" · ");
}

/** "steps.0.when.conditions.1" as a place. */
export function placeOf(path: string): ConditionPlace | undefined {
  const [, of, rest = ""] = /^(clear\.when|steps\.\d+\.when)((?:\.conditions\.\d+)*)$/.exec(path) ?? [];
  if (of === undefined) return undefined;
  const way = [...rest.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return { of: of === "clear.when" ? "clear" : Number(of.split(".")[1]), way };
}

/** The condition at a place of the rule, in words; the place itself where the rule is another one by now. */
export function textAt(
  definition: RuleDefinition,
  path: string,
  wording: Wording,
  told: (condition: RuleCondition) => RuleCondition = (condition) => condition,
): string {
  const place = placeOf(path);
  const condition = place && conditionAt(definition, place);
  return condition ? conditionText(told(condition), definition.inputs, wording) : path;
}
