import { expect, test } from "vitest";
import { readLines } from "./read-lines.ts";

const bodyOf = (...pieces: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

test("[DSH4] lines are told apart wherever the network cuts them", async () => {
  const text = '{"type":"done","query":"größe"}\n{"type":"end"}\n';
  const bytes = [...new TextEncoder().encode(text)];
  const cut = (at: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Uint8Array.from(bytes.slice(0, at)));
        controller.enqueue(Uint8Array.from(bytes.slice(at)));
        controller.close();
      },
    });

  for (let at = 0; at <= bytes.length; at++)
    expect(await Array.fromAsync(readLines(cut(at)))).toEqual([{ type: "done", query: "größe" }, { type: "end" }]);
});

test("[DSH4] an answer that was cut off is told as such", async () => {
  await expect(Array.fromAsync(readLines(bodyOf('{"type":"done","query":"a"}\n')))).rejects.toThrow("cut off");
});

test("[DSH4] who leaves early closes the connection", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('{"type":"done","query":"a"}\n')),
    cancel: () => {
      isCancelled = true;
    },
  });

  for await (const line of readLines(body)) if (line.type === "done") break;

  await expect.poll(() => isCancelled).toBe(true);
});
