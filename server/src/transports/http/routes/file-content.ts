import { fileContentRoutes, type PreviewRecord, type SamplesRecord } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Devices } from "../../../core/devices/index.ts";
import {
  baseNameOf,
  type ContentReader,
  type DeviceFile,
  type FileIndexing,
  type Files,
} from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { tenantOf } from "../access.ts";
import { attachment } from "../files/content-disposition.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { deviceIdOf } from "../route-ids.ts";
import { streamedText } from "../streamed-text.ts";

export interface FileContentDependencies {
  readonly devices: Devices;
  readonly files: Files;
  readonly contentReader: ContentReader;
  readonly fileIndexing: FileIndexing;
}

const beingRead = () =>
  new AppError("FILE_BEING_READ", "busy", "The file arrived a moment ago and is being read; try again shortly");

const notIndexed = (reason: string) =>
  new AppError("FILE_NOT_INDEXED", "not-found", `There is nothing to show of this file: ${reason}`);

const nothingToShow = ({ findings }: DeviceFile) =>
  findings.processing === "PENDING" ? beingRead() : notIndexed(findings.error ?? "it is not a measurement file");

const channelUnknown = (channel: number) =>
  new AppError("CHANNEL_UNKNOWN", "not-found", `The file has no line to draw for channel ${channel}`);

/** What is inside measurement files [FILE7]. */
export function serveFileContent(app: HttpApp, dependencies: FileContentDependencies): void {
  const { devices, files, contentReader, fileIndexing } = dependencies;

  const fileOf = async (
    request: FastifyRequest<{ Params: { deviceId: string }; Querystring: { name: string; tag?: string } }>,
  ) => {
    const { id } = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
    const [file] = await files.requireHeld(id, [request.query.name], request.query.tag);
    if (!file?.content) throw new Error("a held file has a content");
    return { ...file, content: file.content };
  };
  const windowOf = ({ startTime, endTime }: { startTime?: number; endTime?: number }) => ({
    from: startTime,
    to: endTime,
  });

  register(app, fileContentRoutes, {
    channels: async (request) => {
      const file = await fileOf(request);
      const channels = await contentReader.channels(file.content.sha256);
      if (!channels) throw nothingToShow(file);
      return { data: [...channels] };
    },

    preview: async (request) => {
      const file = await fileOf(request);
      const { channel, component = 0, buckets = 1_000 } = request.query;
      const line = { channel, component };
      const preview = await contentReader.preview(file.content.sha256, line, windowOf(request.query), buckets);
      if (preview) return preview as PreviewRecord;
      throw (await contentReader.channels(file.content.sha256)) ? channelUnknown(channel) : nothingToShow(file);
    },

    samples: async (request) => {
      const { content } = await fileOf(request);
      const { channel, limit = 10_000 } = request.query;
      const samples = await contentReader.samples(content, channel, windowOf(request.query), limit);
      return samples as SamplesRecord;
    },

    exportCsv: async (request, reply) => {
      const { content, name } = await fileOf(request);
      const channels = request.query.channels?.split(",").map(Number);
      const { escape: escaping = "formulas" } = request.query;
      const text = contentReader.exportCsv(content, channels, windowOf(request.query), escaping);
      const body = await streamedText(text);
      void reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", attachment(`${baseNameOf(name).replace(/\.osfz?$/i, "")}.csv`));
      return body as unknown as string; // the framework sends a stream as it is
    },

    readAgain: async (request, reply) => {
      const file = await fileOf(request);
      await fileIndexing.again(file);
      const findings = { ...file.findings, processing: "PENDING", error: null } as const;
      return reply.code(202).send(fileRecordOf({ ...file, findings }));
    },
  });
}
