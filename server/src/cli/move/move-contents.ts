import type { ContentPlace, KeptFile } from "../contents/content-place.ts";
import { copyContents, differencesIn } from "../contents/copy-contents.ts";
import { CommandError } from "../failure.ts";
import { Progress } from "./progress.ts";

const namedAtMost = 20;

/** What is there already is not copied again; every byte is read again in the end. Returns what was damaged before. */
export async function moveContents(from: ContentPlace, to: ContentPlace): Promise<string[]> {
  const total = await bytesIn(from);
  const copied = new Progress("Files: bytes copied", total);
  const { damaged } = await copyContents(from, to, ({ size }) => copied.add(size));
  copied.end();
  const compared = new Progress("Files: bytes compared", total);
  const different = await differencesIn(to, from, ({ size }: KeptFile) => compared.add(size));
  compared.end();
  const bad = different.filter(({ name }) => !damaged.includes(name));
  if (bad.length === 0) return [...damaged];
  const named = bad.slice(0, namedAtMost).map(({ name, difference }) => `  - ${name} ${difference}`);
  throw new CommandError(
    `Files in ${to.label} differ from those of the source:\n${named.join("\n")}\nBegin again with --anew.`,
  );
}

async function bytesIn(place: ContentPlace): Promise<number> {
  let bytes = 0;
  for await (const files of place.files()) for (const { size } of files) bytes += size;
  return bytes;
}
