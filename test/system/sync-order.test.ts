// A killed process alone cannot show a missing sync; the order of its system calls can [REL1].
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { expectOk } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { HttpDevice } from "../support/device-http.ts";
import { publishPacket, RawMqtt } from "../support/raw-mqtt.ts";
import {
  isJournalWrite,
  nextCall,
  recordOf,
  type SystemCall,
  straceIsMissing,
  syncsBetween,
  systemCallsOf,
} from "../support/system-calls.ts";
import { tempFolder } from "../support/temp-folder.ts";

const traced = "trace=read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync,rename";
const limitMs = 180_000;

type Started = Awaited<ReturnType<typeof startOn>>;

/** Everything a node asked of the system while it was used. */
async function callsOfUse(threads: string, use: (started: Started) => Promise<void>): Promise<SystemCall[]> {
  await using folder = await tempFolder();
  const log = join(folder.path, "strace.log");
  const under = ["strace", "--seccomp-bpf", "-D", "-f", "-y", "-s", "16384", "-e", traced, "-o", log];
  const env = { HELIO_MQTT_THREADS: threads };
  const { node, admin } = await startOn(join(folder.path, "data"), { under, env });
  await using _node = node;
  await use({ node, admin });
  await node.stop();
  return systemCallsOf(await recordOf(log, node.pid));
}

/** Identifiers whose bytes are letters, so that their acknowledgements can be told apart in the record: "AA", "AB", … */
const firstId = 0x4141;
const messages = 4;
const letters = (id: number): string => String.fromCharCode(id >> 8, id & 0xff);

/** Told by strace as `"@\2AA"`: PUBACK, two bytes, the identifier; PUBREC is `"P\2AA"`. */
const ackPattern = (kind: string, id: number): RegExp =>
  new RegExp(`\\b(write|writev|sendto|sendmsg)\\(\\d+<[^>]*socket[^>]*>.*"${kind}\\\\2${letters(id)}`);

async function publish(port: number, token: string): Promise<void> {
  await using raw = await RawMqtt.connected(port, token);
  for (let n = 0; n < messages; n++) {
    raw.send(publishPacket(firstId + n, `{"text":"marker-${n}-end"}`, { qos: n % 2 === 0 ? 1 : 2 }));
    await raw.next(n % 2 === 0 ? "puback" : "pubrec");
  }
}

function expectSyncedMessages(calls: readonly SystemCall[]): void {
  for (let n = 0; n < messages; n++) {
    const marker = `marker-${n}-end`;
    const arrival = calls.find(({ text }) => /\b(read|recv\w*)\(/.test(text) && text.includes(marker));
    const write = calls.find((call) => isJournalWrite(call) && call.text.includes(marker));
    const ack = calls.find(({ text }) => ackPattern(n % 2 === 0 ? "@" : "P", firstId + n).test(text));
    if (!arrival || !write || !ack) throw new Error(`${marker} did not arrive, or was not written or acknowledged`);
    expect(write.started, `${marker} is written after it arrived`).toBeGreaterThan(arrival.started);
    expect(syncsBetween(calls, write, ack), `syncs before the acknowledgement of ${marker}`).toBeGreaterThan(0);
  }
}

const uploads = [100, 2_000_000];

function upload(port: number, token: string, number: number, bytes: number) {
  const content = Buffer.alloc(bytes, ".");
  content.write(`content-${number}-here`);
  return new HttpDevice(port, token).contact("UPLOAD", content, { fileName: `up${number}.bin` });
}

describe.skipIf(straceIsMissing())("what a node acknowledges is on the disk", () => {
  let calls: readonly SystemCall[] = [];
  beforeAll(async () => {
    calls = await callsOfUse("0", async ({ node, admin }) => {
      const { id, token } = await createDevice(admin, "traced-device");
      for (const [number, bytes] of uploads.entries())
        expect((await upload(node.port, token, number, bytes)).status).toBe(204);
      expectOk(await admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));
      expect((await new HttpDevice(node.port, token).contact("PING")).text).toBe("*IDN?");
      await publish(node.mqttPort, token);
    });
  }, limitMs);

  const walSync = /\b(fsync|fdatasync)\(.*heliograph\.db-wal/;

  test("[REL1] a device is synced to disk between its request and its answer", () => {
    const request = nextCall(calls, "request", /\bread\(.*POST \/api\/device HTTP/, undefined);
    const write = nextCall(calls, "record", /write.*heliograph\.db-wal.*traced-device/, request);
    const sync = nextCall(calls, "sync of the record", walSync, write);
    const answer = nextCall(calls, "answer", /\bwritev?\(.*HTTP\/1\.1 201/, request);
    expect(answer.started, "the answer leaves after the record is on the disk").toBeGreaterThan(sync.ended);
  });

  test.each(uploads.keys().toArray())(
    "[REL1, FILE6] an upload is answered after its bytes, its folder and its record are synced (%s)",
    (number) => {
      const content = new RegExp(`\\bp?write(v|64)?\\(.*/incoming/.*content-${number}-here`);
      const write = nextCall(calls, "write", content, undefined);
      const temporary = /\/incoming\/([0-9a-f-]+)>/.exec(write.text)?.[1] ?? "?";
      const sync = nextCall(calls, "sync of the bytes", new RegExp(`\\bfsync\\(.*${temporary}`), write);
      const rename = nextCall(calls, "rename", new RegExp(`\\brename\\(.*${temporary}`), sync);
      const folderSync = nextCall(calls, "sync of the folder", /\bfsync\(.*\/contents\/[0-9a-f]{2}>/, rename);
      const record = nextCall(calls, "record", new RegExp(`write.*heliograph\\.db-wal.*up${number}\\.bin`), folderSync);
      const recordSync = nextCall(calls, "sync of the record", walSync, record);
      const answer = nextCall(calls, "answer", /\bwrite\(.*HTTP\/1\.1 204/, write);
      expect(answer.started, "the answer leaves after everything is on the disk").toBeGreaterThan(recordSync.ended);
    },
  );

  test("[REL1, CMD2] a task leaves after it is on record as sent", () => {
    const sent = nextCall(calls, "record that it is sent", /write.*heliograph\.db-wal.*SENT/, undefined);
    const sync = nextCall(calls, "sync of that record", walSync, sent);
    const task = nextCall(calls, "task", /\bwritev?\(.*application\/om-scpi-dev/, undefined);
    expect(task.started, "the task leaves after it is on record as sent").toBeGreaterThan(sync.ended);
  });

  test("[REL1, MQ2] a sync of the data stands between the arrival of a message and its acknowledgement", () =>
    expectSyncedMessages(calls));

  test(
    "[REL1, MQ2] and in a transport thread, too",
    async () => {
      const inThread = await callsOfUse("1", async ({ node, admin }) => {
        const { token } = await createDevice(admin);
        await publish(node.mqttPort, token);
      });
      expectSyncedMessages(inThread);
    },
    limitMs,
  );
});
