import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareMs } from "../measure.ts";
import { curl } from "./curl.ts";
import { downloadUrl, printRatio, type Subject } from "./subject.ts";

const megabytes = Number(process.env["BENCH_MB"] ?? 100);
const runs = 5;

/** The same multipart body to both sides; both sync before they answer, only ours parses and hashes. */
export async function measureTransfers(subject: Subject): Promise<void> {
  const { ours, plain, folder, deviceToken } = subject;
  const content = join(folder, "large.bin");
  writeFileSync(content, Buffer.alloc(megabytes * 1_000_000, "measurement "));
  const form = ["--form", `data=@${content};type=image/osfz`];
  const upload = await compareMs(
    () => curl(...form, `${ours}/status.php?F=UPLOAD&ID=${deviceToken}`),
    () => curl(...form, `${plain}/uploaded.bin`),
    runs,
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
