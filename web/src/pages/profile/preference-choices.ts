/** Regions with a way of their own to write dates and numbers. */
const regions = [
  ...["de-AT", "de-CH", "de-DE", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-US", "en-ZA"],
  ...["es-ES", "fr-CH", "fr-FR", "it-CH", "it-IT", "nl-NL", "pl-PL", "pt-BR", "sv-SE"],
];

type Choice = readonly [value: string, label: string];

/** By their names in the language of the page; one that was chosen elsewhere stays among them. */
export function regionChoices(locale: string, chosen: string | null): readonly Choice[] {
  const names = new Intl.DisplayNames(locale, { type: "language" });
  const tags = chosen === null || regions.includes(chosen) ? regions : [...regions, chosen];
  return tags
    .map((tag): Choice => [tag, names.of(tag) ?? tag])
    .toSorted(([, one], [, other]) => one.localeCompare(other));
}

export function timeZoneChoices(chosen: string | null): readonly Choice[] {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(chosen === null ? [] : [chosen])]);
  return [...zones].map((zone): Choice => [zone, zone.replaceAll("_", " ")]);
}
