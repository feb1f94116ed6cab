import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

/** Sources of two pieces each, and what they did. */
function sources(count: number, failing?: number) {
  const did: string[] = [];
  const one = (name: number) =>
    async function* () {
      try {
        did.push(`begins ${name}`);
        if (name === failing) throw new Error(`source ${name}`);
        yield `${name}a`;
        did.push(`goes on ${name}`);
        yield `${name}b`;
      } finally {
        did.push(`ends ${name}`);
      }
    };
  return { did, all: Array.from({ length: count }, (_, name) => one(name)) };
}

test("[DSH4] questions are answered in their order, the next one begun before the one in front is told", async () => {
  const { did, all } = sources(3);

  expect(await Array.fromAsync(inTurn(all, 2))).toEqual(["0a", "0b", "1a", "1b", "2a", "2b"]);

  expect(did.slice(0, 4)).toEqual(["begins 0", "begins 1", "goes on 0", "ends 0"]);
  expect(did.indexOf("begins 2")).toBeLessThan(did.indexOf("goes on 1"));
});

test("[DSH4] whoever stops listening ends all that was begun, and what fails fails in its turn", async () => {
  const stopped = sources(3);
  for await (const piece of inTurn(stopped.all, 2)) if (piece === "0a") break;
  await expect.poll(() => stopped.did).toEqual(["begins 0", "begins 1", "ends 0", "ends 1"]);
  const failing = sources(3, 1);
  const heard: string[] = [];

  const listen = async () => {
    for await (const piece of inTurn(failing.all, 2)) heard.push(piece);
  };

  await expect(listen()).rejects.toThrow("source 1");
  expect(heard).toEqual(["0a", "0b"]);
});
