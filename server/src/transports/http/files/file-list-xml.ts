import { type DeviceFile, sizeOf, timesOf } from "../../../core/files/index.ts";

const msPerSecond = 1_000;
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
const seconds = (timeMs: number): number => Math.floor(timeMs / msPerSecond);

/** The list of all files as XML, with times in seconds [FILE4]; made as it is read. */
export async function* fileListXml(
  deviceToken: string,
  portions: AsyncIterable<readonly DeviceFile[]>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<FileList deviceId="${escaped(deviceToken)}">\n`;
  for await (const files of portions) yield files.map(fileXml).join("");
  yield "</FileList>\n";
}

function fileXml(file: DeviceFile): string {
  const { startTime, endTime } = timesOf(file);
  return (
    `<GeoLogFile><Name>${escaped(file.name)}</Name><Tag>${escaped(file.tag)}</Tag>` +
    `<StartTime>${seconds(startTime)}</StartTime><EndTime>${seconds(endTime)}</EndTime>` +
    `<Size>${sizeOf(file) ?? ""}</Size><StorageStatus>${file.status}</StorageStatus></GeoLogFile>\n`
  );
}
