import { AppError } from "../../kernel/errors.ts";
import { openPart, type Part } from "./multipart-part.ts";

/**
 * The part of a multipart body or, of anything else, the whole body: for what must not fail for its form [DHP5]. So many
 * bytes of it are looked at; the rest passes by.
 */
export async function openAnyPart(
  body: AsyncIterable<Buffer>,
  contentType: string | undefined,
  keptBytes: number,
): Promise<Part> {
  const bytes = await firstBytes(body, keptBytes);
  try {
    const part = await openPart(once(bytes), contentType);
    const content = await Array.fromAsync(part.content);
    return { ...part, content: once(Buffer.concat(content)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      headers: new Map(),
      fileName: undefined,
      content: once(bytes),
      aroundBytes: 0,
      close: async () => undefined,
    };
  }
}

async function firstBytes(body: AsyncIterable<Buffer>, keptBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, keptBytes - size));
    size += chunk.length;
    if (size >= keptBytes) break;
  }
  return Buffer.concat(chunks);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
