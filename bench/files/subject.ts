import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildNode, type LoggedIn, logIn, startChildNode, startFlags } from "../child-node.ts";

/** A node with one device, its plain peer, and a folder for both sides. */
export interface Subject {
  readonly node: ChildNode;
  readonly client: LoggedIn;
  /** Address of the node. */
  readonly ours: string;
  /** Address of the peer. */
  readonly plain: string;
  readonly folder: string;
  readonly deviceId: string;
  readonly deviceToken: string;
  stop(): Promise<void>;
}

export async function startSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-bench-"));
  const peer = fork(new URL("./plain-peer.ts", import.meta.url), [folder], { execArgv: [...startFlags] });
  const [peerPort] = (await once(peer, "message")) as [number];
  const node = await startChildNode();
  const client = await logIn(node.port);
  const { id } = await json<{ id: { id: string } }>(
    await client.post("/api/device", '{"name":"bench"}', "application/json"),
  );
  const { credentialsId } = await json<{ credentialsId: string }>(await client.get(`/api/device/${id.id}/credentials`));
  return {
    node,
    client,
    ours: `http://127.0.0.1:${node.port}`,
    plain: `http://127.0.0.1:${peerPort}`,
    folder,
    deviceId: id.id,
    deviceToken: credentialsId,
    stop: async () => {
      peer.kill();
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Where a download of the named files is fetched from. */
export async function downloadUrl({ client, ours, deviceId }: Subject, names: readonly string[]): Promise<string> {
  const path = `/api/device/${deviceId}/data-files/CLIENT_SCOPE`;
  const response = await client.post(`${path}/download`, JSON.stringify(names), "application/json");
  if (!response.ok) throw new Error(await response.text());
  return `${ours}${path}/token/${await response.text()}`;
}

export const printRatio = (name: string, ms: { readonly ours: number; readonly theirs: number }, aim: string): void =>
  console.log(
    `${name}: ${ms.ours.toFixed(0)} ms, plain ${ms.theirs.toFixed(0)} ms, ${(ms.theirs / ms.ours).toFixed(2)}× (aim ≥ ${aim}×)`,
  );
