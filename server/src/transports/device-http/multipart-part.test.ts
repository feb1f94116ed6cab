import fc from "fast-check";
import { expect, test } from "vitest";
import { openPart } from "./multipart-part.ts";

const type = "multipart/form-data; boundary=abc";

const bodyOf = (content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from('--abc\r\nContent-Disposition: form-data; name="data"; filename="a.bin"\r\n\r\n'),
    content,
    Buffer.from("\r\n--abc--\r\n"),
  ]);

async function* inPieces(body: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut > from) yield body.subarray(from, cut);
    from = Math.max(from, cut);
  }
  yield body.subarray(from);
}

/** Much that looks like the boundary and is not. */
const content = fc
  .array(fc.constantFrom("\r", "\n", "-", "\r\n--ab", "\r\n--", "abc", "x", "\r\n\r\n", "\0"), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join("")))
  .filter((bytes) => !bytes.includes("\r\n--abc"));

test("the content is the same, whatever pieces the body arrives in", async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.array(fc.nat({ max: 400 }), { maxLength: 30 }), async (bytes, cuts) => {
      const part = await openPart(inPieces(bodyOf(bytes), cuts), type);

      expect(part.fileName).toBe("a.bin");
      expect(Buffer.concat(await Array.fromAsync(part.content)).equals(bytes)).toBe(true);
    }),
  );
});

test("[FILE6] a body that breaks off anywhere never ends as if it were whole", async () => {
  const body = bodyOf(Buffer.from("some content\r\n--ab and more"));
  for (let length = 0; length < body.length - "\r\n".length; length++) {
    const reading = async () => {
      const part = await openPart(inPieces(body.subarray(0, length), [length >> 1]), type);
      return Array.fromAsync(part.content);
    };

    await expect(reading(), `cut to ${length} bytes`).rejects.toMatchObject({ name: "AppError" });
  }
});
