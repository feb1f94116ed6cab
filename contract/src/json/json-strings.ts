// Strings in a text of JSON, without parsing it. Whether it is JSON at all is not looked at.
const [quote, backslash, colon, blank] = ['"', "\\", ":", " "].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** Where the string that begins at `start` has its last quote. */
export function endOfJsonString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

/** Whether what ended before `behind` is the name of a member. */
export function isJsonName(text: string, behind: number): boolean {
  let at = behind;
  while (text.charCodeAt(at) <= blank) at++; // and line breaks
  return text.charCodeAt(at) === colon;
}

/** What stands in a text of JSON that is one string. It has no names. */
export const parseJsonString = (text: string): string => JSON.parse(text) as string;
