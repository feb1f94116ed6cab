// `npm run docs`: writes the parts of the documents that are made from the code. With --check it writes nothing, and fails
// where one is stale.
import { writeFileSync } from "node:fs";
import { generatedDocs } from "./generated-docs.ts";

const isCheck = process.argv.includes("--check");
const docs = await generatedDocs();
const stale = docs.filter(({ written, wanted }) => written !== wanted);

for (const { file, wanted } of stale) {
  if (!isCheck) writeFileSync(file, wanted);
  console.log(`${file.pathname} ${isCheck ? "is stale: `npm run docs` writes it" : "was brought up to date"}`);
}
if (isCheck) console.log(`Looked at ${docs.length} documents`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
