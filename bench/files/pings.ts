import { connect } from "node:net";
import { compareMs } from "../measure.ts";
import { json, type Subject } from "./subject.ts";

const deviceCount = Number(process.env["BENCH_DEVICES"] ?? 5_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 2);
const connections = 50;
const runs = 5;

/** Every device pings, each as often, over connections that stay; against an empty route asked the same way. */
export async function measurePings({ client, ours, plain }: Subject): Promise<void> {
  const tokens = Array.from({ length: deviceCount }, (_, index) => `bench-token-${index}`);
  const csv = ["name,token", ...tokens.map((token) => `${token},${token}`)].join("\n");
  const path = `/api/tenants/${client.tenantId}/devices/import`;
  const { created } = await json<{ created: number }>(await client.post(path, csv, "text/csv"));
  if (created !== deviceCount) throw new Error(`${created} devices`);
  const count = deviceCount * rounds;
  const pingAll = (base: string, target: (token: string) => string) =>
    exchangeAll(
      base,
      Array.from({ length: count }, (_, index) => target(tokens[index % deviceCount] ?? "")),
    );
  const ms = await compareMs(
    () => pingAll(ours, (token) => `/status.php?F=PING&ID=${token}&P=v5&T=1794700800`),
    () => pingAll(plain, (token) => `/empty?F=PING&ID=${token}&P=v5&T=1794700800`),
    runs,
  );
  const perSecond = (time: number) => ((count / time) * 1_000).toFixed(0);
  console.log(
    `${deviceCount} devices pinging: ${perSecond(ms.ours)}/s, empty fastify route ${perSecond(ms.theirs)}/s, ${(ms.theirs / ms.ours).toFixed(2)}× (aim ≥ 0.5×)`,
  );
}

/** Requests over plain sockets, one at a time on each: the client must not be what is measured. */
async function exchangeAll(base: string, targets: readonly string[]): Promise<void> {
  const left = targets.values();
  await Promise.all(Array.from({ length: connections }, () => exchangeSome(Number(new URL(base).port), left)));
}

function exchangeSome(port: number, left: Iterator<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const next = () => {
      const { done, value } = left.next();
      if (done) socket.end();
      else socket.write(`POST ${value} HTTP/1.1\r\nHost: bench\r\nContent-Length: 0\r\n\r\n`);
    };
    socket.once("connect", next);
    socket.once("error", reject);
    socket.once("close", () => resolve());
    socket.on("data", (data) => {
      const answer = String(data);
      if (answer.slice(9, 12) !== "204") reject(new Error(answer));
      else next();
    });
  });
}
