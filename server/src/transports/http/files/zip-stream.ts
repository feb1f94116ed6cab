import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { archiveNameOf, type Downloads, type HeldFile } from "../../../core/files/index.ts";

/**
 * The files as a ZIP archive, made as it is read: stored, for OSF files are compressed already, with ZIP64 where
 * sizes ask for it [FILE5]. One file is open at a time. What goes wrong breaks the archive off.
 */
export function zipStream(downloads: Downloads, files: readonly HeldFile[]): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const hold = downloads.hold(files);
  let reading: Readable | undefined;
  output.once("close", () => {
    reading?.destroy();
    hold.release();
  });
  archive.on("error", (error: Error) => output.destroy(error));
  const openNext = async (file: HeldFile): Promise<Readable> => {
    reading = await downloads.open(file);
    reading.once("error", (error) => output.destroy(error));
    if (output.destroyed) reading.destroy(); // nobody reads any more
    return reading;
  };
  for (const file of files) {
    const { size, receivedTime } = file.content;
    const options = { compress: false, size, mtime: new Date(receivedTime), mode: 0o100644 };
    archive.addReadStreamLazy(archiveNameOf(file.name), options, (deliver) => {
      openNext(file).then(
        (content) => deliver(null, content),
        (error: Error) => output.destroy(error),
      );
    });
  }
  archive.end();
  return output;
}
