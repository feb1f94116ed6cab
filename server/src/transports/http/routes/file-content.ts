import { fileContentRoutes, type PreviewRecord } from "@heliograph/contract";
import type { ContentReader, DeviceFile } from "../../../core/files/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { type HeldFileDependencies, heldFileOf, windowOf } from "../files/held-file.ts";

export interface FileContentDependencies extends HeldFileDependencies {
  readonly contentReader: ContentReader;
}

const beingRead = () =>
  new AppError("FILE_BEING_READ", "busy", "The file arrived a moment ago and is being read; try again shortly");

const notIndexed = (reason: string) =>
  new AppError("FILE_NOT_INDEXED", "not-found", `There is nothing to show of this file: ${reason}`);

const nothingToShow = ({ findings }: DeviceFile) =>
  findings.processing === "PENDING" ? beingRead() : notIndexed(findings.error ?? "it is not a measurement file");

const channelUnknown = (channel: number) =>
  new AppError("CHANNEL_UNKNOWN", "not-found", `The file has no line to draw for channel ${channel}`);

/** What a measurement file shows of itself [FILE7]. */
export function serveFileContent(app: HttpApp, dependencies: FileContentDependencies): void {
  const { contentReader } = dependencies;

  register(app, fileContentRoutes, {
    channels: async (request) => {
      const file = await heldFileOf(dependencies, request);
      const channels = await contentReader.channels(file.content.sha256);
      if (!channels) throw nothingToShow(file);
      return { data: [...channels] };
    },

    preview: async (request) => {
      const file = await heldFileOf(dependencies, request);
      const { channel, component = 0, buckets = 1_000 } = request.query;
      const line = { channel, component };
      const preview = await contentReader.preview(file.content.sha256, line, windowOf(request.query), buckets);
      if (preview) return preview as PreviewRecord;
      throw (await contentReader.channels(file.content.sha256)) ? channelUnknown(channel) : nothingToShow(file);
    },
  });
}
