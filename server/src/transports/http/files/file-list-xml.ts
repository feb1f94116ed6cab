import { type DeviceFile, sizeOf, timesOf } from "../../../core/files/index.ts";
import { xmlText } from "../../../kernel/xml-text.ts";

const msPerSecond = 1_000;
const seconds = (timeMs: number): number => Math.floor(timeMs / msPerSecond);

/** The list of all files as XML, with times in seconds [FILE4]; made as it is read. */
export async function* fileListXml(
  deviceToken: string,
  portions: AsyncIterable<readonly DeviceFile[]>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<FileList deviceId="${xmlText(deviceToken)}">\n`;
  for await (const files of portions) yield files.map(fileXml).join("");
  yield "</FileList>\n";
}

function fileXml(file: DeviceFile): string {
  const { startTime, endTime } = timesOf(file);
  return (
    `<GeoLogFile><Name>${xmlText(file.name)}</Name><Tag>${xmlText(file.tag)}</Tag>` +
    `<StartTime>${seconds(startTime)}</StartTime><EndTime>${seconds(endTime)}</EndTime>` +
    `<Size>${sizeOf(file) ?? ""}</Size><StorageStatus>${file.status}</StorageStatus></GeoLogFile>\n`
  );
}
