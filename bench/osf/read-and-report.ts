// Reads the file named on the command line to its end and prints the most memory the process held meanwhile, in MB.
// (Not maxRSS: on Linux a child starts with the value of the process that started it.)
import { openOsfFile } from "../../osf/src/node/index.ts";

const [path = ""] = process.argv.slice(2);
const file = await openOsfFile(path);
let most = 0;
for await (const _ of file.batches()) most = Math.max(most, process.memoryUsage.rss());
console.log(most / (1 << 20));
