import { fileReadingRoutes } from "@heliograph/contract";
import type { FileIndexing } from "../../../core/files/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { type HeldFileDependencies, heldFileOf } from "../files/held-file.ts";
import { fileRecordOf } from "../records/file-record.ts";

export interface FileReadingDependencies extends HeldFileDependencies {
  readonly fileIndexing: FileIndexing;
}

/** How the node comes to know what is in a file [FILE7]. */
export function serveFileReading(app: HttpApp, dependencies: FileReadingDependencies): void {
  register(app, fileReadingRoutes, {
    readAgain: async (request, reply) => {
      const file = await heldFileOf(dependencies, request);
      await dependencies.fileIndexing.again(file);
      const findings = { ...file.findings, processing: "PENDING", error: null } as const;
      return reply.code(202).send(fileRecordOf({ ...file, findings }));
    },
  });
}
