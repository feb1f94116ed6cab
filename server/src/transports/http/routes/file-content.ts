import {
  ChannelRecord,
  ContentExportQuery,
  FileRecord,
  FileSelection,
  PreviewQuery,
  PreviewRecord,
  SamplesQuery,
  SamplesRecord,
} from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Devices } from "../../../core/devices/index.ts";
import {
  baseNameOf,
  type ContentReader,
  type DeviceFile,
  type FileIndexing,
  type Files,
} from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { needs, tenantOf } from "../access.ts";
import { attachment } from "../files/content-disposition.ts";
import type { HttpApp } from "../http-app.ts";
import { fileRecordOf } from "../records/file-record.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";
import { streamedText } from "../streamed-text.ts";

export interface FileContentDependencies {
  readonly devices: Devices;
  readonly files: Files;
  readonly contentReader: ContentReader;
  readonly fileIndexing: FileIndexing;
}

const tags = ["File content"];

const beingRead = () =>
  new AppError("FILE_BEING_READ", "busy", "The file arrived a moment ago and is being read; try again shortly");

const notIndexed = (reason: string) =>
  new AppError("FILE_NOT_INDEXED", "not-found", `There is nothing to show of this file: ${reason}`);

const nothingToShow = ({ findings }: DeviceFile) =>
  findings.processing === "PENDING" ? beingRead() : notIndexed(findings.error ?? "it is not a measurement file");

const channelUnknown = (channel: number) =>
  new AppError("CHANNEL_UNKNOWN", "not-found", `The file has no line to draw for channel ${channel}`);

/** What is inside measurement files [FILE7]. */
export function fileContentRoutes(app: HttpApp, dependencies: FileContentDependencies): void {
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

  app.get(
    "/api/devices/:deviceId/data-files/channels",
    {
      config: { access: needs("VIEW_FILES") },
      schema: {
        tags,
        summary: "The channels of a measurement file",
        params: DeviceParams,
        querystring: FileSelection,
        response: { 200: Type.Object({ data: Type.Array(ChannelRecord) }) },
      },
    },
    async (request) => {
      const file = await fileOf(request);
      const channels = await contentReader.channels(file.content.sha256);
      if (!channels) throw nothingToShow(file);
      return { data: [...channels] };
    },
  );

  app.get(
    "/api/devices/:deviceId/data-files/preview",
    {
      config: { access: needs("VIEW_FILES") },
      schema: {
        tags,
        summary: "One channel, or a window of it, in about as many buckets as a chart has pixels",
        params: DeviceParams,
        querystring: PreviewQuery,
        response: { 200: PreviewRecord },
      },
    },
    async (request) => {
      const file = await fileOf(request);
      const { channel, component = 0, buckets = 1_000 } = request.query;
      const line = { channel, component };
      const preview = await contentReader.preview(file.content.sha256, line, windowOf(request.query), buckets);
      if (preview) return preview as PreviewRecord;
      throw (await contentReader.channels(file.content.sha256)) ? channelUnknown(channel) : nothingToShow(file);
    },
  );

  app.get(
    "/api/devices/:deviceId/data-files/samples",
    {
      config: { access: needs("DOWNLOAD_FILES") },
      schema: {
        tags,
        summary: "Samples of one channel, as they are in the file",
        params: DeviceParams,
        querystring: SamplesQuery,
        response: { 200: SamplesRecord },
      },
    },
    async (request) => {
      const { content } = await fileOf(request);
      const { channel, limit = 10_000 } = request.query;
      const samples = await contentReader.samples(content.sha256, channel, windowOf(request.query), limit);
      return samples as SamplesRecord;
    },
  );

  app.get(
    "/api/devices/:deviceId/data-files/export",
    {
      config: { access: needs("DOWNLOAD_FILES") },
      schema: {
        tags,
        summary: "A measurement file, or some of its channels, as CSV: a line per time, a column per channel",
        params: DeviceParams,
        querystring: ContentExportQuery,
        produces: ["text/csv"],
        response: { 200: Type.String({ description: "The lines, as they are read" }) },
      },
    },
    async (request, reply) => {
      const { content, name } = await fileOf(request);
      const channels = request.query.channels?.split(",").map(Number);
      const text = contentReader.exportCsv(content.sha256, channels, windowOf(request.query));
      const body = await streamedText(text);
      void reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", attachment(`${baseNameOf(name).replace(/\.osfz?$/i, "")}.csv`));
      return body as unknown as string; // the framework sends a stream as it is
    },
  );

  app.post(
    "/api/devices/:deviceId/data-files/index",
    {
      config: { access: needs("EDIT_FILES") },
      schema: {
        tags,
        summary: "Read the content of a file once more",
        params: DeviceParams,
        querystring: FileSelection,
        response: { 202: FileRecord },
      },
    },
    async (request, reply) => {
      const file = await fileOf(request);
      await fileIndexing.again(file.deviceId, file);
      const findings = { ...file.findings, processing: "PENDING", error: null } as const;
      return reply.code(202).send(fileRecordOf({ ...file, findings }));
    },
  );
}
