/** What caused an alarm: of a rule its values, else whatever somebody raised it with; those that can be told in a word. */
export function alarmValue(details: unknown): { readonly key: string; readonly value: unknown } | undefined {
  const said = isRecord(details) && isRecord(details["values"]) ? details["values"] : ownValues(details);
  const [first] = Object.entries(said).filter(([, value]) => ["number", "string", "boolean"].includes(typeof value));
  return first && { key: first[0], value: first[1] };
}

/** A rule that could not tell its values tells about itself only. */
const ownValues = (details: unknown): Readonly<Record<string, unknown>> =>
  isRecord(details) && !("ruleId" in details) ? details : {};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
