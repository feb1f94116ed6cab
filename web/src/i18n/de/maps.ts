import type { Messages } from "../en/index.ts";

export const maps: Messages["maps"] = { zoomIn: "Vergrößern", zoomOut: "Verkleinern", showAll: "Alles zeigen" };
