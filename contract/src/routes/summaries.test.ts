import { expect, test } from "vitest";
import { routes } from "./index.ts";

const summaries = Object.values(routes).flatMap((room: object) =>
  Object.values(room as Record<string, { readonly summary: string }>).map(({ summary }) => summary),
);

test("[issue 17.19] summaries are plain words: OpenAPI knows Markdown in descriptions only", () => {
  expect(summaries.length).toBeGreaterThan(100);
  expect(summaries.filter((summary) => /[`*\n]/.test(summary))).toEqual([]);
});
