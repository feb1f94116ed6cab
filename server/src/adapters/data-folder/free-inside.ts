import { open } from "node:fs/promises";

const headerBytes = 100;
const pageSizeOffset = 16;
const freePagesOffset = 36;

/** Whether each of these SQLite files has as many bytes in free pages: rows fit in without the file growing. */
export async function freeInside(files: readonly string[], bytes: number): Promise<boolean> {
  const free = await Promise.all(files.map(freeBytesIn));
  return free.every((one) => one >= bytes);
}

/** As its header said at the last checkpoint. */
async function freeBytesIn(file: string): Promise<number> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return 0;
  try {
    const header = Buffer.alloc(headerBytes);
    await handle.read(header, 0, headerBytes, 0);
    const pageSize = header.readUInt16BE(pageSizeOffset);
    return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(freePagesOffset);
  } finally {
    await handle.close();
  }
}
