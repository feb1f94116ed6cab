/** Whether clocks of such a zone are known here: browsers and servers do not all know the same. */
export function isKnownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
