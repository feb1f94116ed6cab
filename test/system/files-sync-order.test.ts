import { join } from "node:path";
import { expect, test } from "vitest";
import { expectOk } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { HttpDevice } from "../support/device-http.ts";
import { recordOf, type SystemCall, straceIsMissing, systemCallsOf } from "../support/system-calls.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** The first call after `after` that fits. */
function next(calls: readonly SystemCall[], what: string, pattern: RegExp, after: SystemCall | undefined): SystemCall {
  const found = calls.find(({ started, text }) => started > (after?.ended ?? -1) && pattern.test(text));
  if (!found) throw new Error(`no ${what} after ${after?.text ?? "the beginning"}`);
  return found;
}

test.skipIf(straceIsMissing())(
  "[REL1, FILE6, CMD2] an upload is answered after its bytes, its folder and its record are synced, a task leaves after it is on record as sent",
  async () => {
    await using folder = await tempFolder();
    const log = join(folder.path, "strace.log");
    const traced = "trace=write,writev,pwrite64,pwritev,fsync,fdatasync,rename";
    const under = ["strace", "--seccomp-bpf", "-D", "-f", "-y", "-s", "4096", "-e", traced, "-o", log];
    const { node, admin } = await startOn(join(folder.path, "data"), { under });
    await using _node = node;
    const { id, token } = await createDevice(admin);

    for (const [number, bytes] of [100, 2_000_000].entries()) {
      const content = Buffer.alloc(bytes, ".");
      content.write(`content-${number}-here`);
      const { status } = await new HttpDevice(node.port, token).contact("UPLOAD", content, {
        fileName: `up${number}.bin`,
      });
      expect(status).toBe(204);
    }
    expectOk(await admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));
    expect((await new HttpDevice(node.port, token).contact("PING")).text).toBe("*IDN?");
    await node.stop();

    const calls = systemCallsOf(await recordOf(log, node.pid));
    for (const number of [0, 1]) {
      const write = next(
        calls,
        "write",
        new RegExp(`\\bp?write(v|64)?\\(.*/incoming/.*content-${number}-here`),
        undefined,
      );
      const temporary = /\/incoming\/([0-9a-f-]+)>/.exec(write.text)?.[1] ?? "?";
      const sync = next(calls, "sync of the bytes", new RegExp(`\\bfsync\\(.*${temporary}`), write);
      const rename = next(calls, "rename", new RegExp(`\\brename\\(.*${temporary}`), sync);
      const folderSync = next(calls, "sync of the folder", /\bfsync\(.*\/contents\/[0-9a-f]{2}>/, rename);
      const record = next(calls, "record", new RegExp(`write.*heliograph\\.db-wal.*up${number}\\.bin`), folderSync);
      const recordSync = next(calls, "sync of the record", /\b(fsync|fdatasync)\(.*heliograph\.db-wal/, record);
      const answer = next(calls, "answer", /\bwrite\(.*HTTP\/1\.1 204/, write);
      expect(answer.started, "the answer leaves after everything is on the disk").toBeGreaterThan(recordSync.ended);
    }
    const sent = next(calls, "record that it is sent", /write.*heliograph\.db-wal.*SENT/, undefined);
    const sentSync = next(calls, "sync of that record", /\b(fsync|fdatasync)\(.*heliograph\.db-wal/, sent);
    const task = next(calls, "task", /\bwritev?\(.*application\/om-scpi-dev/, undefined);
    expect(task.started, "the task leaves after it is on record as sent").toBeGreaterThan(sentSync.ended);
  },
  180_000,
);
