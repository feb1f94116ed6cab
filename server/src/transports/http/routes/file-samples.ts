import { fileSamplesRoutes, type SamplesRecord } from "@heliograph/contract";
import type { Audit } from "../../../core/audit/index.ts";
import { baseNameOf } from "../../../core/files/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { attachment } from "../files/content-disposition.ts";
import { heldFileOf, windowOf } from "../files/held-file.ts";
import { deviceIdOf } from "../route-ids.ts";
import { streamedText } from "../streamed-text.ts";
import type { FileContentDependencies } from "./file-content.ts";

/** What was measured, as it is in the file [FILE7]. */
export function serveFileSamples(
  app: HttpApp,
  dependencies: FileContentDependencies & { readonly audit: Audit },
): void {
  const { contentReader, audit } = dependencies;

  register(app, fileSamplesRoutes, {
    samples: async (request) => {
      const { content } = await heldFileOf(dependencies, request);
      const { channel, limit = 10_000 } = request.query;
      const samples = await contentReader.samples(content, channel, windowOf(request.query), limit);
      return samples as SamplesRecord;
    },

    exportCsv: async (request, reply) => {
      const { content, name } = await heldFileOf(dependencies, request);
      const channels = request.query.channels?.split(",").map(Number);
      const { escape: escaping = "formulas" } = request.query;
      const text = contentReader.exportCsv(content, channels, windowOf(request.query), escaping);
      const body = await streamedText(text);
      const entity = { type: "DEVICE", id: deviceIdOf(request.params.deviceId) } as const;
      await audit.note({ action: "FILE_DOWNLOADED", entity, facts: { count: 1, files: [name], as: "csv" } });
      void reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", attachment(`${baseNameOf(name).replace(/\.osfz?$/i, "")}.csv`));
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}
