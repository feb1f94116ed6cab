// Logins per second against bare argon2 verifications per second with the same parameters and the same parallelism.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { argon2Parameters } from "../../server/src/adapters/secrets/argon2-hasher.ts";
import { benchPassword, startChildNode } from "../child-node.ts";

const seconds = 5;
const clients = 16;
/** As many at once as the node allows itself. */
const verifiersAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));

async function perSecond(atOnce: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  const loop = async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return done / seconds;
}

const node = await startChildNode();
const body = JSON.stringify({ username: "admin", password: benchPassword });
const logIn = async () => {
  const response = await fetch(`http://127.0.0.1:${node.port}/api/auth/login`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
};
await logIn(); // where an account logged in before it is at home; the first sixteen at once would wait for each other
const logins = await perSecond(clients, logIn);
await node.stop();

const hashed = await hash(benchPassword, argon2Parameters);
const verifications = await perSecond(verifiersAtOnce, () => verify(hashed, benchPassword));

const { memoryCost, timeCost, parallelism } = argon2Parameters;
console.log(`argon2id with ${memoryCost} KiB, ${timeCost} passes, ${parallelism} lane, ${verifiersAtOnce} at once`);
console.log(
  `logins ${logins.toFixed(1)}/s, bare verifications ${verifications.toFixed(1)}/s, ratio ${(logins / verifications).toFixed(2)}`,
);
