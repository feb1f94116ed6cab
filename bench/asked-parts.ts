/** The parts of a benchmark that the command line names, or else the usual ones; one that is not there ends the run. */
export function askedParts<Part>(
  parts: Readonly<Record<string, Part>>,
  usual: readonly string[] = Object.keys(parts),
): readonly Part[] {
  const asked = process.argv.slice(3);
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.log(`No part is called ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}.`);
    process.exitCode = 2;
    return [];
  }
  return (asked.length > 0 ? asked : usual).flatMap((name) => parts[name] ?? []);
}
