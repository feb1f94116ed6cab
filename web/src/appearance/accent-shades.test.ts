import { expect, test } from "vitest";
import { accentShades } from "./accent-shades.ts";
import { contrastOf, rgbOf } from "./contrast.ts";

const surfaces = {
  light: ["#ffffff", "#f5f7f8", "#eef1f3"],
  dark: ["#151d23", "#0e1418", "#27333b"],
};
const chosen = ["#0b6482", "#ffff00", "#000000", "#ffffff", "#ff0000", "#00ff00", "#7f7f7f", "#ffd6e7", "#00106b"];
const contrast = (one: string, other: string) => contrastOf(rgbOf(one), rgbOf(other));

for (const scheme of ["light", "dark"] as const) {
  test.for(chosen)(`whatever is chosen can be read, ${scheme}: %s`, (color) => {
    const { accent, strong, soft, onAccent } = accentShades(color, scheme);

    for (const surface of surfaces[scheme]) {
      expect(contrast(accent, surface)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(strong, surface)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(strong, soft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onAccent, strong)).toBeGreaterThanOrEqual(4.5);
  });
}

test("a colour that can be read is used as it was chosen, and its contrast is told", () => {
  const { accent, chosenContrast } = accentShades("#0b6482", "light");

  expect(accent).toBe("#0b6482");
  expect(chosenContrast).toBeCloseTo(6.5, 0);
});

test("contrast is that of WCAG: 21 for black on white, 1 for the same", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#123456", "#123456")).toBe(1);
});
