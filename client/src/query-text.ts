export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** `?a=1&key=x&key=y`, or nothing; undefined and empty texts are left out, lists are repeated. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === "") continue;
    for (const one of typeof value === "object" ? value : [value]) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
