import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareMs } from "../measure.ts";
import { curl } from "./curl.ts";
import { downloadUrl, printRatio, type Subject } from "./subject.ts";

const fileCount = Number(process.env["BENCH_ZIP_FILES"] ?? 1_000);
const uploadsAtOnce = 8;
const runs = 3;

/** Against the same files, piped one after the other into one response. */
export async function measureArchive(subject: Subject): Promise<void> {
  const names = Array.from({ length: fileCount }, (_, index) => `${index}.bin`);
  const left = names.entries();
  const uploader = async () => {
    for (const [index, name] of left) await makeFile(subject, index, name);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, uploader));
  const url = await downloadUrl(subject, names);
  const ms = await compareMs(
    () => curl(url),
    () => curl(`${subject.plain}/all?count=${fileCount}`),
    runs,
  );
  printRatio(`ZIP of ${fileCount} files of 1 MB`, ms, "0.5");
}

async function makeFile({ ours, folder, deviceToken }: Subject, index: number, name: string): Promise<void> {
  const content = Buffer.alloc(1_000_000, "x");
  content.writeUInt32LE(index);
  writeFileSync(join(folder, name), content);
  const form = new FormData();
  form.append("data", new Blob([content]), name);
  const url = `${ours}/status.php?F=UPLOAD&ID=${deviceToken}`;
  const { status } = await fetch(url, { method: "POST", body: form });
  if (status !== 204) throw new Error(`${name}: ${status}`);
}
