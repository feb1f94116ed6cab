/** On every map. */
export const maps = { zoomIn: "Zoom in", zoomOut: "Zoom out", showAll: "Show all" };
