import type { LayerSpecification } from "maplibre-gl";
import { area, line } from "./layer-kinds.ts";
import type { LayerTerms } from "./map-colours.ts";

/** Of a map in no schema we know: water by its name, everything else as outlines. */
export function plainLayers(layers: readonly string[], { colours }: LayerTerms): LayerSpecification[] {
  const isWater = (name: string) => /water|ocean|sea|lake|river/i.test(name);
  const [waters, others] = [layers.filter(isWater), layers.filter((name) => !isWater(name))];
  return [
    ...waters.map((layer) =>
      area({ id: `${layer} area`, layer, filter: ["==", ["geometry-type"], "Polygon"] }, colours.water),
    ),
    ...waters.map((layer) =>
      line({ id: `${layer} line`, layer }, colours.water, [
        [0, 0.5],
        [16, 2],
      ]),
    ),
    ...others.map((layer) =>
      line({ id: `${layer} line`, layer }, colours.border, [
        [0, 0.5],
        [16, 2],
      ]),
    ),
  ];
}
