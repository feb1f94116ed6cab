/** What a dashboard may have of each; how many bytes it has is limited by a setting [DSH1]. */
export const dashboardBounds = {
  widgets: 500,
  pages: 50,
  variables: 50,
  annotations: 500,
  lettersOfNote: 1_024,
  rows: 10_000,
  rowsOfWidget: 200,
} as const;

/** Columns of the grid of a page. */
export const gridColumns = 24;
/** The same on a phone. */
export const narrowColumns = 2;
