import type { SharedLine } from "@heliograph/contract";

/** The lines of an answer, as they come. One that was cut off fails: half a page is not a page [DSH4]. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<SharedLine> {
  let rest = "";
  let isWhole = false;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) {
        const line = JSON.parse(text) as SharedLine; // our own server's words
        isWhole ||= line.type === "end";
        yield line;
      }
      if (done) break;
    }
  } finally {
    reader.cancel().catch(() => undefined); // whoever leaves early wants no more
  }
  if (!isWhole) throw new Error("the answer was cut off");
}
