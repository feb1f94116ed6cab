/** Closer than so many degrees the coast is a straight line at best, and browsers stop drawing what reaches so far beyond. */
export const closeUp = 2;

/** Whether a place is on land, as the coasts have it: degrees, y downwards. */
export function isOnLand(land: string, x: number, y: number): boolean {
  const pen = document.createElement("canvas").getContext("2d");
  return pen?.isPointInPath(new Path2D(land), x, y) ?? false;
}
