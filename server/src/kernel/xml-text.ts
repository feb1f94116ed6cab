const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What no XML document may hold, escaped or not. */
const replacement = "\uFFFD";

/** Text as it stands in an XML element or in an attribute in double quotes. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"\uFFFE\uFFFF]/g, (character) => escapes[character] ?? replacement);
