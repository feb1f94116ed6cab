import { expect, test } from "vitest";
import { landPath } from "./land-path.ts";

test("lines are put together to rings, backwards where the index is negative", () => {
  const topology = {
    transform: { scale: [1, 1], translate: [0, 0] },
    arcs: [
      [
        [0, 0],
        [2, 0],
      ],
      [
        [0, 0],
        [0, 2],
        [2, -2],
      ],
    ],
    objects: { land: { geometries: [{ arcs: [[[0, -2]]] }] } },
  };

  expect(landPath(topology)).toBe("M0.00 0.00L2.00 0.00L2.00 0.00L0.00 -2.00L0.00 0.00Z");
});

test("a coast across the date line goes on beyond it", () => {
  const topology = {
    transform: { scale: [1, 1], translate: [0, 0] },
    arcs: [
      [
        [179, 0],
        [-358, 1],
      ],
    ],
    objects: { land: { geometries: [{ arcs: [[[0]]] }] } },
  };

  expect(landPath(topology)).toBe("M179.00 0.00L181.00 -1.00Z");
});
