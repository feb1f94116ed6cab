import { expect, test } from "vitest";
import { generatedDocs } from "../../scripts/generated-docs.ts";

test("the generated parts of the documents are up to date; else run `npm run docs`", async () => {
  const docs = await generatedDocs();

  expect(docs.length).toBeGreaterThan(0);
  for (const { written, wanted } of docs) expect(written).toBe(wanted);
});
