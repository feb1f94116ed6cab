/** Further north and south no map of this projection goes. */
const mostLatitude = 85.051129;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * How far down a latitude is drawn, in degrees of longitude: the projection of map tiles (Web Mercator), so that what we draw
 * lies on them. The world is a square of 360.
 */
export function downOf(latitude: number): number {
  const shown = Math.min(mostLatitude, Math.max(-mostLatitude, latitude));
  return (-180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + radians(shown) / 2));
}

export const latitudeAt = (down: number): number => (Math.atan(Math.sinh(radians(-down))) * 180) / Math.PI;

/** How much longer things are drawn there than at the equator. */
export const stretchAt = (latitude: number): number =>
  1 / Math.cos(radians(Math.min(mostLatitude, Math.abs(latitude))));
