/** The levels every topic of a device begins with. */
const ownLevels = ["v1", "devices", "me"];
const sharedPrefix = "$share/";

export const isShared = (filter: string): boolean => filter.startsWith(sharedPrefix);

/** Only filters that can match nothing but the device's own topics are granted [MQ6]. */
export function isOwnFilter(filter: string): boolean {
  const levels = filter.split("/");
  return levels.length > ownLevels.length && ownLevels.every((level, index) => levels[index] === level);
}

/** Topic matching of the standard (3.1.1 §4.7); `#` matches the level above it, too. */
export function matches(filter: string, topic: string): boolean {
  if (filter === topic) return true;
  const wanted = filter.split("/");
  const levels = topic.split("/");
  for (const [index, level] of wanted.entries()) {
    if (level === "#") return index <= levels.length;
    if (index >= levels.length || (level !== "+" && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}
