import type { FilesQuery } from "@heliograph/contract";
import type { Answer } from "./answering.ts";

const defaultLimit = 100;

/** Files of each device in the page's time, the newest first. */
export const answerFiles: Answer<FilesQuery> = async function* (query, { sources, devices, range, budget, gone }) {
  const { tag, textSearch, includeRemote = false, limit = defaultLimit } = query;
  const times = { startTime: range.from, endTime: range.to };
  budget.takeSeries(devices.length);
  await sources.fileRequests.settled();
  for (const { id: deviceId } of devices) {
    if (gone.aborted) return;
    const wanted = { deviceId, ...times, includeRemote, tag, textSearch, newestFirst: true };
    const { data, totalElements } = await sources.files.list(wanted, { page: 0, limit });
    budget.takeValues(data.length);
    yield { is: "files", deviceId, files: data, total: totalElements };
  }
};
