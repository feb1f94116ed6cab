// `npm run docs`: writes the parts of the documents that are made from the code.
import { writeFileSync } from "node:fs";
import { generatedDocs } from "./generated-docs.ts";

for (const { file, written, wanted } of await generatedDocs()) {
  if (written === wanted) continue;
  writeFileSync(file, wanted);
  console.log(`${file.pathname} was brought up to date`);
}
