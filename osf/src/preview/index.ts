/** Reading previews alone, for those who draw what others have built. */
export { openPreview, type Preview, type ReadRange } from "./preview.ts";
export type { PreviewSeries, PreviewWindow } from "./preview-window.ts";
