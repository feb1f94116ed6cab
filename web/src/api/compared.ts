import { queryOptions } from "@tanstack/react-query";
import { noAnswer } from "../dashboards/page-answer.ts";
import { answerTo } from "./page-data.ts";
import { keptWhere } from "./shown-before.ts";

/** More bars beside each other on an axis of time nobody can tell apart; the newest of the time that is shown. */
const filesShown = 100;

/** Files of a device that are about a time, newest first. */
export const filesInTime = (deviceId: string, from: number, to: number) =>
  queryOptions({
    queryKey: ["files", deviceId, "in time", from, to],
    queryFn: async ({ signal }) => {
      const devices = { kind: "DEVICES" as const, deviceIds: [deviceId] };
      const question = { kind: "FILES" as const, devices, limit: filesShown };
      const time = { startTs: Math.floor(from), endTs: Math.ceil(to) };
      return (await answerTo({ files: question }, signal, time)).get("files") ?? noAnswer;
    },
    placeholderData: keptWhere({ beginning: ["files", deviceId, "in time"] }),
  });
