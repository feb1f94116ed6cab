/** Whether a switch is on: only if it is on everywhere. Undefined where no device says. */
export function isOn(values: readonly unknown[]): boolean | undefined {
  if (values.length === 0 || values.some((value) => value === undefined)) return undefined;
  return values.every((value) => value === true || value === 1 || value === "true" || value === "on");
}
