import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { CredentialsRecord, DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { testPassword } from "../../support/app.ts";
import { spawnNode } from "../../support/node-process.ts";
import { publishPacket, RawMqtt } from "../../support/raw-mqtt.ts";
import { isJournalWrite, recordOf, straceIsMissing, syncsBetween, systemCallsOf } from "../../support/system-calls.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Identifiers whose bytes are letters, so that their acknowledgements can be told apart in the record: "AA", "AB", … */
const firstId = 0x4141;
const messages = 4;
const calls = "trace=read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync";
const letters = (id: number): string => String.fromCharCode(id >> 8, id & 0xff);

/** Told by strace as `"@\2AA"`: PUBACK, two bytes, the identifier; PUBREC is `"P\2AA"`. */
const ackPattern = (kind: string, id: number): RegExp =>
  new RegExp(`\\b(write|writev|sendto|sendmsg)\\(\\d+<[^>]*socket[^>]*>.*"${kind}\\\\2${letters(id)}`);

test.skipIf(straceIsMissing()).each([
  ["main thread", "0"],
  ["transport thread", "1"],
])(
  "[REL1, MQ2] a sync of the data stands between the arrival of a message and its acknowledgement (in the %s)",
  async (_, threads) => {
    await using folder = await tempFolder();
    const log = join(folder.path, "strace.log");
    const data = join(folder.path, "data");
    await mkdir(data);
    const node = await spawnNode({
      env: {
        HELIO_DATA_DIR: data,
        HELIO_ADMIN_PASSWORD: testPassword,
        HELIO_LOG_LEVEL: "silent",
        HELIO_MQTT_THREADS: threads,
      },
      under: ["strace", "--seccomp-bpf", "-D", "-f", "-y", "-s", "16384", "-e", calls, "-o", log],
    });
    await node.ready();
    const login = await node.rest.post("/api/auth/login", { username: "admin", password: testPassword });
    const rest = node.rest.withToken(login.json<{ token: string }>().token);
    const { id } = (await rest.post("/api/device", { name: "traced" })).json<DeviceRecord>();
    const path = `/api/device/${id.id}/credentials`;
    const { credentialsId } = (await rest.get(path)).json<CredentialsRecord>();
    const raw = await RawMqtt.connected(node.mqttPort, credentialsId);
    for (let n = 0; n < messages; n++) {
      raw.send(publishPacket(firstId + n, `{"text":"marker-${n}-end"}`, { qos: n % 2 === 0 ? 1 : 2 }));
      await raw.next(n % 2 === 0 ? "puback" : "pubrec");
    }
    await raw[Symbol.asyncDispose]();
    await node.stop();

    const recorded = systemCallsOf(await recordOf(log, node.pid));
    for (let n = 0; n < messages; n++) {
      const marker = `marker-${n}-end`;
      const arrival = recorded.find(({ text }) => /\b(read|recv\w*)\(/.test(text) && text.includes(marker));
      const write = recorded.find((call) => isJournalWrite(call) && call.text.includes(marker));
      const ack = recorded.find(({ text }) => ackPattern(n % 2 === 0 ? "@" : "P", firstId + n).test(text));
      if (!arrival || !write || !ack) throw new Error(`${marker} did not arrive, or was not written or acknowledged`);
      expect(write.started, `${marker} is written after it arrived`).toBeGreaterThan(arrival.started);
      expect(syncsBetween(recorded, write, ack), `syncs before the acknowledgement of ${marker}`).toBeGreaterThan(0);
    }
  },
  120_000,
);
