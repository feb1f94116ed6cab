import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSignedCertificate } from "../../test/support/certificate.ts";
import { ForeignS3, isForeignS3Built } from "../../test/support/foreign-s3.ts";
import { testBucket } from "../../test/support/s3-objects.ts";
import { s3Keys } from "../../test/support/s3-server.ts";
import { settingsInS3 } from "../../test/support/settings-in-s3.ts";
import { logIn, startChildNode } from "../child-node.ts";
import { curl } from "../files/curl.ts";
import { downloadUrl, json, printRatio } from "../files/subject.ts";
import { compareMs } from "../measure.ts";
import { secondsOfProcess, secondsOfSelf } from "./cpu.ts";

const megabytes = Number(process.env["BENCH_MB"] ?? 100);
const runs = 7;

/** Another content each time: one that is there already would be another thing. */
function makeOther(path: string, number: number): void {
  const file = openSync(path, "r+");
  writeSync(file, `content number ${number} `);
  fsyncSync(file);
  closeSync(file);
}

const signed = [
  ...["--aws-sigv4", "aws:amz:us-east-1:s3", "--user", `${s3Keys.accessKeyId}:${s3Keys.secretAccessKey}`],
  ...["--header", "x-amz-content-sha256: UNSIGNED-PAYLOAD"],
];

/** Uploads and downloads through a node whose files are in an S3, and the same by curl directly with that S3. */
export async function files(): Promise<void> {
  if (!isForeignS3Built()) return console.log("No versitygw was found: the long run of the tests builds it");
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
  const { cert, key } = selfSignedCertificate(folder); // as an S3 on another machine is reached
  const s3 = await ForeignS3.start({ cert, key });
  const node = await startChildNode({ ...settingsInS3(s3, "bench"), NODE_EXTRA_CA_CERTS: cert });
  const direct = [...signed, "--cacert", cert];
  try {
    const client = await logIn(node.port);
    const { id } = await json<{ id: { id: string } }>(
      await client.post("/api/device", '{"name":"bench"}', "application/json"),
    );
    const { credentialsId } = await json<{ credentialsId: string }>(
      await client.get(`/api/device/${id.id}/credentials`),
    );
    const [ours, bucket] = [`http://127.0.0.1:${node.port}`, `${s3.endpoint}/${testBucket}`];
    const content = join(folder, "large.bin");
    writeFileSync(content, Buffer.alloc(megabytes * 1_000_000, "measurement "));
    const cpu = () => ({
      node: secondsOfProcess(node.process.pid ?? 0),
      s3: secondsOfProcess(s3.pid),
      curl: secondsOfSelf(),
    });
    let number = 0;
    const form = ["--form", `data=@${content};type=image/osfz`];
    const before = cpu();
    const upload = await compareMs(
      () => curl(...form, `${ours}/status.php?F=UPLOAD&ID=${credentialsId}`),
      () => curl(...direct, "--upload-file", content, `${bucket}/direct-${number}.bin`),
      runs,
      () => makeOther(content, ++number),
    );
    const between = cpu();
    printRatio(`upload of ${megabytes} MB through S3`, upload, "0.7");
    printCpu(before, between);
    const subject = { node, client, ours, plain: bucket, folder, deviceId: id.id, deviceToken: "", stop: node.stop };
    const url = await downloadUrl(subject, ["large.bin"]);
    const download = await compareMs(
      () => curl(url),
      () => curl(...direct, `${bucket}/direct-${number}.bin`),
      runs,
    );
    printRatio(`download of ${megabytes} MB through S3`, download, "0.7");
    printCpu(between, cpu());
  } finally {
    await node.stop();
    await s3[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  }
}

type CpuSeconds = Readonly<Record<"node" | "s3" | "curl", number>>;

/** Both sides' transfers use the S3 and curl, the node only ours. */
function printCpu(before: CpuSeconds, after: CpuSeconds): void {
  const of = (name: keyof CpuSeconds): string => `${(after[name] - before[name]).toFixed(1)} s ${name}`;
  console.log(`    CPU of all ${2 * (runs + 1)} transfers: ${of("node")}, ${of("s3")}, ${of("curl")}`);
}
