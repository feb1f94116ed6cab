/** Closer than so many degrees the coast is a straight line at best, and browsers stop drawing what reaches so far beyond. */
export const closeUp = 2;

/** Coasts that cross the date line go on beyond it, those of Africa, Asia and Europe to the west: each is drawn and looked for so often. */
export const worldCopies = [-360, 0, 360] as const;

type Ring = readonly (readonly [x: number, y: number])[];

/** Whether a place is on land, as the coasts have it: degrees of a map, y downwards. A lake is a ring within another. */
export function isOnLand(land: string, x: number, y: number): boolean {
  const around = ringsOf(land).filter((ring) => worldCopies.some((shift) => isWithin(ring, x + shift, y)));
  return around.length % 2 === 1;
}

let lastRead: { readonly land: string; readonly rings: readonly Ring[] } = { land: "", rings: [] };

/** Maps ask with each step of a drag: what was read of the coasts is kept. */
function ringsOf(land: string): readonly Ring[] {
  if (lastRead.land !== land) lastRead = { land, rings: land.split("Z").slice(0, -1).map(ringIn) };
  return lastRead.rings;
}

const ringIn = (path: string): Ring =>
  path
    .slice(1)
    .split("L")
    .map((point) => {
      const [x = 0, y = 0] = point.split(" ").map(Number);
      return [x, y];
    });

/** A line to the west crosses the ring an odd number of times. */
function isWithin(ring: Ring, x: number, y: number): boolean {
  const crossed = ring.filter(([toX, toY], at) => {
    const [fromX, fromY] = ring.at(at - 1) ?? [toX, toY];
    return fromY > y !== toY > y && x > fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
  });
  return crossed.length % 2 === 1;
}
