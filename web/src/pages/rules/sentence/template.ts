/** A text with places, `"above {value} for {time}"`, and what stands in them, in the order of the language. */
export function filled<T>(template: string, places: Readonly<Record<string, T>>): (string | T)[] {
  return template.split(/(\{\w+\})/).flatMap((part): (string | T)[] => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part === "" ? [] : [part];
    const place = places[name];
    return place === undefined ? [] : [place];
  });
}

/** The same as one text; a place with nothing in it leaves no gap. */
export const filledText = (template: string, places: Readonly<Record<string, string>>): string =>
  filled(template, places)
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ ([,.;:)])/g, "$1")
    .replaceAll(/,+([,.])/g, "$1")
    .replaceAll(/(?<!\.)\.\.(?!\.)/g, ".") // "5 Min." at the end of a sentence
    .trim();
