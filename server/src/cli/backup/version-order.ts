/** True when `version` comes after `other`: numbers compared part by part; what stands behind a dash does not count. */
export function isNewerVersion(version: string, other: string): boolean {
  const [left, right] = [partsOf(version), partsOf(other)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

const partsOf = (version: string): number[] => (version.split(/[-+]/, 1)[0] ?? "").split(".").map(Number);
