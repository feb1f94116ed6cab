import type { RuleCondition, RuleDefinition } from "@heliograph/contract";
import { actionTexts } from "./actions.ts";
import { areaText } from "./area-text.ts";
import { inputNamed } from "./rule-names.ts";
import { spanText } from "./spans.ts";
import { filledText } from "./template.ts";
import { backText, holdText, inputText, limitText, scopeText, type Wording } from "./wording.ts";

/** A condition in words; with `scope`, the first comparison says at what. */
export function conditionText(
  condition: RuleCondition,
  inputs: RuleDefinition["inputs"],
  wording: Wording,
  scope?: string,
): string {
  const { sentence, comparisons } = wording.words;
  if (condition.kind === "EXPRESSION") return condition.expression;
  if (condition.kind === "AREA")
    return filledText(scope === undefined ? sentence.area : sentence.areaOf, {
      where: wording.words.areas.wheres[condition.where],
      area: areaText(condition, wording),
      position: wording.words.areas.position,
      ...(scope !== undefined && { scope }),
    });
  if (condition.kind === "COMPARE")
    return filledText(scope === undefined ? sentence.compare : sentence.compareOf, {
      input: inputText(inputNamed(inputs, condition.input), wording),
      comparison: comparisons[condition.comparison],
      value: limitText(condition, inputs, wording),
      ...(scope !== undefined && { scope }),
    });
  const word = condition.kind === "ALL" ? sentence.and : sentence.or;
  const parts = condition.conditions.map((one) => conditionText(one, inputs, wording));
  const joined = parts.length > 1 ? `(${parts.join(word)})` : parts.join(word);
  return condition.kind === "NONE" ? filledText(sentence.none, { conditions: joined }) : joined;
}

/** What is filled in for "at once" is nothing where it goes without saying. */
const shownHold = (hold: RuleDefinition["steps"][number]["for"], wording: Wording): string =>
  hold === undefined ? "" : holdText(hold, wording);

/** The whole rule, one sentence each: for lists, versions and who cannot see chips. */
export function ruleText(definition: RuleDefinition, wording: Wording): readonly string[] {
  const { noData } = definition;
  const isSilence = definition.steps.length === 0 && noData?.policy === "RAISE";
  return [
    ...stepTexts(definition, wording),
    ...(isSilence ? [silentText(definition, wording)] : []),
    ...(definition.steps.length > 0 ? [overText(definition, wording)] : []),
    ...(noData && !isSilence ? [noDataText(noData, wording)] : []),
    ...(definition.late ? [lateText(definition.late, wording)] : []),
    ...actionTexts(definition, wording),
  ];
}

function stepTexts({ steps, inputs, scope, alarmType }: RuleDefinition, wording: Wording): readonly string[] {
  const { sentence } = wording.words;
  const devices = scopeText(scope, wording);
  return steps.map(({ when, severity, for: hold }, at) => {
    const isSimple = isOne(when);
    const template = at > 0 ? sentence.also : isSimple ? sentence.when : sentence.at;
    return filledText(template, {
      condition: conditionText(
        steps.length === 1 ? withoutBand(when) : when,
        inputs,
        wording,
        at === 0 && isSimple ? devices : undefined,
      ),
      hold: shownHold(hold, wording),
      severity: wording.severities[severity],
      alarm: alarmText(alarmType, wording),
      scope: devices,
    });
  });
}

/** One that says itself whose value it looks at. */
export const isOne = ({ kind }: RuleCondition): boolean => kind === "COMPARE" || kind === "AREA";

/** Of the only step, how it ends is a sentence of its own. */
export function withoutBand(condition: RuleCondition): RuleCondition {
  if (condition.kind !== "COMPARE") return condition;
  const { deadBand: _, ...rest } = condition;
  return rest;
}

function silentText({ inputs, scope, noData, alarmType }: RuleDefinition, wording: Wording): string {
  return filledText(wording.words.sentence.silent, {
    input: inputText(inputs[0], wording),
    scope: scopeText(scope, wording),
    time: noData ? spanText(noData.afterMs, wording.locale) : "",
    severity: noData?.severity ? wording.severities[noData.severity] : "",
    alarm: alarmText(alarmType, wording),
  });
}

/** How it ends: by hand, by a condition of its own, by going back behind the dead band, or at once. */
function overText(definition: RuleDefinition, wording: Wording): string {
  const { sentence } = wording.words;
  const hold = definition.latch ? "" : shownHold(definition.clear?.for, wording);
  return filledText(sentence.over, { over: overPhrase(definition, wording), hold });
}

export function overPhrase({ latch, clear, steps, inputs }: RuleDefinition, wording: Wording): string {
  const { sentence } = wording.words;
  if (latch) return sentence.overByHand;
  if (clear?.when) return filledText(sentence.overWhen, { condition: conditionText(clear.when, inputs, wording) });
  const [only] = steps;
  const back = steps.length === 1 && only?.when.kind === "COMPARE" ? backText(only.when, inputs, wording) : undefined;
  return back === undefined ? sentence.overNow : filledText(sentence.overBack, { value: back });
}

function noDataText(noData: RuleDefinition["noData"], wording: Wording): string {
  return filledText(wording.words.sentence.noData, { noData: noDataPhrase(noData, wording) });
}

export function noDataPhrase(noData: RuleDefinition["noData"], { words, severities, locale }: Wording): string {
  if (!noData) return words.sentence.noDataNothing;
  const severity = noData.severity ? ` (${severities[noData.severity]})` : "";
  const policy = `${words.policies.noData[noData.policy]}${severity}`;
  return filledText(words.sentence.noDataAfter, { time: spanText(noData.afterMs, locale), policy });
}

const lateText = (late: NonNullable<RuleDefinition["late"]>, wording: Wording): string =>
  filledText(wording.words.sentence.late, { late: latePhrase(late, wording) });

export const latePhrase = (late: NonNullable<RuleDefinition["late"]>, { words, locale }: Wording): string =>
  filledText(words.sentence.lateAfter, {
    time: spanText(late.afterMs, locale),
    policy: words.policies.late[late.policy],
  });

export const alarmText = (alarmType: string | undefined, { words }: Wording): string =>
  alarmType === undefined ? "" : filledText(words.sentence.quoted, { text: alarmType });
