import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { compareMs } from "../measure.ts";
import { curl } from "./curl.ts";
import { downloadUrl, printRatio, type Subject } from "./subject.ts";

const megabytes = Number(process.env["BENCH_MB"] ?? 100);
const runs = 5;

/** Another content each time, as devices have it: replacing an old file would cost both sides what they do not need. */
function makeOther(path: string, number: number): void {
  const file = openSync(path, "r+");
  writeSync(file, `content number ${number} `);
  fsyncSync(file);
  closeSync(file);
}

/** The same multipart body to both sides; both sync before they answer, only ours parses and hashes. */
export async function measureTransfers(subject: Subject): Promise<void> {
  const { ours, plain, folder, deviceToken } = subject;
  const content = join(folder, "large.bin");
  writeFileSync(content, Buffer.alloc(megabytes * 1_000_000, "measurement "));
  const form = ["--form", `data=@${content};type=image/osfz`];
  let number = 0;
  const upload = await compareMs(
    () => curl(...form, `${ours}/status.php?F=UPLOAD&ID=${deviceToken}`),
    () => curl(...form, `${plain}/uploaded-${number}.bin`),
    runs,
    () => makeOther(content, ++number),
  );
  printRatio(`upload of ${megabytes} MB`, upload, "0.8");
  const url = await downloadUrl(subject, ["large.bin"]);
  const download = await compareMs(
    () => curl(url),
    () => curl(`${plain}/large.bin`),
    runs,
  );
  printRatio(`download of ${megabytes} MB`, download, "0.8");
}
