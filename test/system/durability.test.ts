import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testPassword } from "../support/app.ts";
import { hasProgram } from "../support/debian-package.ts";
import { childEnv } from "../support/helio.ts";
import { spawnNode } from "../support/node-process.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A killed process alone cannot show a missing sync; the order of system calls can [REL1]. */
test("[REL1] a device is synced to disk between its request and its answer", async (context) => {
  if (!hasProgram("strace", "-V", ["strace"], "the order of system calls is not shown")) return context.skip();
  await using folder = await tempFolder();
  const env = {
    HELIO_ADMIN_PASSWORD: testPassword,
    HELIO_LOG_LEVEL: "silent",
    HELIO_DATA_DIR: join(folder.path, "data"),
  };
  await using node = await (await spawnNode({ env })).ready();
  const { token } = (await node.rest.post("/api/auth/login", { username: "admin", password: testPassword })).json<{
    token: string;
  }>();
  const trace = join(folder.path, "trace");
  const calls = "trace=read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg,fsync,fdatasync,pwrite64";
  const strace = spawn("strace", ["-f", "-y", "-s", "200", "-e", calls, "-o", trace, "-p", String(node.pid)], {
    env: childEnv({}),
  });
  await once(strace.stderr, "data"); // it says when it is attached

  const response = await node.rest.withToken(token).post("/api/device", { name: "traced-device" });
  strace.kill("SIGINT");
  await once(strace, "exit");

  expect(response.status).toBe(201);
  const lines = (await readFile(trace, "utf8")).split("\n");
  const request = lines.findIndex((line) => line.includes("POST /api/device"));
  const answer = lines.findIndex((line, index) => index > request && line.includes("HTTP/1.1 201"));
  const between = lines.slice(request, answer);
  const written = between.findIndex((line) => /pwrite64\(.*heliograph\.db-wal/.test(line));
  const synced = between.findLastIndex((line) => /(fsync|fdatasync)\(.*heliograph\.db-wal/.test(line));
  expect(request, "the request was seen").toBeGreaterThanOrEqual(0);
  expect(answer, "the answer was seen").toBeGreaterThan(request);
  expect(written, "the write-ahead log was written").toBeGreaterThan(0);
  expect(synced, "and synced afterwards").toBeGreaterThan(written);
}, 180_000);
