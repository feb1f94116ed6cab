import type { RuleDefinition, RuleScope } from "@heliograph/contract";
import { stateOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../../channels/channel-text.ts";
import { numberText } from "../../../format/number.ts";
import type { Messages } from "../../../i18n/messages.tsx";
import type { RecipientWords } from "../../notifications/recipients/recipient-text.ts";
import { otherInputText, otherValueText } from "./other-inputs.ts";
import {
  idsOf,
  inputNamed,
  keyOf,
  type RuleCompare,
  type RuleInputs,
  type RuleNames,
  unitOf,
  windowOf,
} from "./rule-names.ts";
import { spanText } from "./spans.ts";
import { filledText } from "./template.ts";

/** In whose words a rule is told. */
export interface Wording {
  readonly words: Messages["rules"];
  readonly severities: Messages["alarms"]["severities"];
  readonly locale: string;
  readonly names: RuleNames;
  /** Whom rules tell, where that is to be said. */
  readonly told?: RecipientWords | undefined;
}

/** "the average of bearing temperature over 5 min" */
export function inputText(input: RuleInputs[number] | undefined, wording: Wording): string {
  const { words, names, locale } = wording;
  if (!input) return words.sentence.value;
  if (input.kind !== "TELEMETRY") return otherInputText(input, words);
  const title = names.channel(keyOf(input)).title || "…";
  const window = windowOf(input);
  if (window)
    return filledText(words.windows[window.function], { input: title, time: spanText(window.overMs, locale) });
  if (input.maxAgeMs === undefined) return title;
  return filledText(words.sentence.newest, { input: title, time: spanText(input.maxAgeMs, locale) });
}

/** A value of an input as people write it, with its unit. */
function operandText(value: unknown, input: RuleInputs[number] | undefined, wording: Wording): string {
  const { names, locale } = wording;
  if (value === undefined) return "…";
  const said = input && otherValueText(value, input, wording.words);
  if (said !== undefined) return said;
  const channel = input && names.channel(keyOf(input));
  if (channel && !windowOf(input) && stateOf(channel, value)) return channelText(channel, value, locale);
  if (typeof value === "string") return `“${value}”`;
  if (typeof value !== "number") return String(value);
  return [numberText(value, locale), unitOf(input, names)].filter(Boolean).join(" ");
}

/** A value that was measured: with the decimals its channel has. */
export function measuredText(value: unknown, input: RuleInputs[number] | undefined, wording: Wording): string {
  const { names, locale } = wording;
  if (typeof value !== "number" || !input) return operandText(value, input, wording);
  const channel = names.channel(keyOf(input));
  return [channelText(channel, value, locale), unitOf(input, names)].filter(Boolean).join(" ");
}

export const isUpward = ({ comparison }: RuleCompare): boolean => comparison.startsWith("GREATER");
export const hasOrder = ({ comparison }: RuleCompare): boolean => /^(GREATER|LESS)/.test(comparison);

/** How far it has to go back once it is met. */
export function backAt(compare: RuleCompare): number | undefined {
  const { value, deadBand } = compare;
  if (typeof value !== "number" || deadBand === undefined || !hasOrder(compare)) return undefined;
  return Number((isUpward(compare) ? value - deadBand : value + deadBand).toPrecision(12));
}

/** "below 76 °C" */
export function backText(compare: RuleCompare, inputs: RuleInputs, wording: Wording): string | undefined {
  const back = backAt(compare);
  if (back === undefined) return undefined;
  const { above, below } = wording.words.sentence;
  const value = operandText(back, inputNamed(inputs, compare.input), wording);
  return filledText(isUpward(compare) ? below : above, { value });
}

/** What it is compared with: "80 °C, until below 76 °C" */
export function limitText(compare: RuleCompare, inputs: RuleInputs, wording: Wording): string {
  const { value, other, input } = compare;
  const limit =
    other === undefined
      ? operandText(value, inputNamed(inputs, input), wording)
      : inputText(inputNamed(inputs, other), wording);
  const back = backText(compare, inputs, wording);
  return back === undefined ? limit : filledText(wording.words.sentence.until, { limit, back });
}

type Hold = RuleDefinition["steps"][number]["for"];

/** "for 5 min"; at once where nothing is said. */
export function holdText(hold: Hold, { words, locale }: Wording): string {
  if (hold?.ms !== undefined) return filledText(words.sentence.forTime, { time: spanText(hold.ms, locale) });
  if (hold?.count === undefined) return words.sentence.atOnce;
  return filledText(words.sentence.forCount, { count: numberText(hold.count, locale) });
}

/** So many are named; the others are counted. */
const namedAtMost = 3;

/** "every Pump in Test field North" */
export function scopeText(scope: RuleScope, { words, names }: Pick<Wording, "words" | "names">): string {
  const { scope: w } = words;
  const listed = (ids: readonly string[], nameOf: (id: string) => string | undefined) => {
    const shown = ids.slice(0, namedAtMost).map((id) => nameOf(id) ?? w.gone);
    const rest = ids.length - shown.length;
    return [...shown, ...(rest > 0 ? [w.more(rest)] : [])].join(", ");
  };
  const { devices, types, projects } = idsOf(scope);
  if (scope.kind === "DEVICE_GROUP") return w.everyOf(names.group(scope.deviceGroupId) ?? w.gone);
  if (devices.length + types.length + projects.length === 0) return w.nothing;
  if (scope.kind === "DEVICE") return listed(devices, names.device);
  if (scope.kind === "DEVICE_TYPE") return w.everyType(listed(types, names.type));
  const places = listed(projects, names.project);
  return types.length === 0 ? w.everyIn(places) : w.everyTypeIn(listed(types, names.type), places);
}
