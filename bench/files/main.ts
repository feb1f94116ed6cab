// Files: upload, download and ZIP against a plain node:http pipe, lists of many files, pings of many devices, and
// indexing against inflate. ONLY=transfers,pings picks some of them.
import { measureArchive } from "./archive.ts";
import { measureIndexing } from "./indexing.ts";
import { measureLists } from "./lists.ts";
import { measurePings } from "./pings.ts";
import { startSubject } from "./subject.ts";
import { measureTransfers } from "./transfers.ts";

const parts = {
  transfers: measureTransfers,
  archive: measureArchive,
  lists: measureLists,
  pings: measurePings,
  indexing: ({ folder }: { readonly folder: string }) => measureIndexing(folder),
};
const only = process.env["ONLY"]?.split(",");

const subject = await startSubject();
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (only === undefined || only.includes(name)) await measure(subject);
  }
} finally {
  await subject.stop();
}
