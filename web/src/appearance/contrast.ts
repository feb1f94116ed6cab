/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

export const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as never;

export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** So much of the second colour in the first one. */
export const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, at) => part + ((other[at] ?? 0) - part) * share) as never;

/** As WCAG 2 defines it. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, the same, to 21, black on white. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
