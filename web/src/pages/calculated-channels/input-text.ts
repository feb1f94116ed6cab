import type { CalculatedInput } from "@heliograph/contract";
import type { Messages } from "../../i18n/en/index.ts";
import type { RuleNames } from "../rules/sentence/rule-names.ts";
import { spanText } from "../rules/sentence/spans.ts";

type Words = Messages["calculated"];
type Names = Pick<RuleNames, "type" | "project"> & { readonly channel: (key: string) => { readonly title: string } };

/** What a value of the expression is, in words. */
export function inputText(input: CalculatedInput, words: Words, names: Names, locale: string): string {
  const age = input.maxAgeMs === undefined ? "" : words.notOlder(spanText(input.maxAgeMs, locale));
  if (input.kind === "CHANNEL") return words.ofDevice(names.channel(input.key).title || input.key || "…") + age;
  const place =
    input.projectId === undefined ? words.everywhere : words.inProject(names.project(input.projectId) ?? words.gone);
  const types = (input.deviceTypeIds ?? []).map((id) => names.type(id) ?? words.gone);
  const where = types.length === 0 ? place : words.ofTypes(new Intl.ListFormat(locale).format(types), place);
  return words.ofProject(words.ofFunction[input.function](input.key || "…"), where) + age;
}
