import { reportRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Audit } from "../../../core/audit/index.ts";
import type { Downloads } from "../../../core/files/index.ts";
import {
  type HeldReport,
  type ReportEditor,
  type ReportFiles,
  type Reports,
  reportVersionNeeded,
} from "../../../core/reports/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { actorOf } from "../actors.ts";
import { sendFile } from "../files/send-file.ts";
import { listBody } from "../list-body.ts";
import { listOfAll } from "../list-of-all.ts";
import {
  reportFileIdOf,
  reportFileRecordOf,
  reportIdOf,
  reportPropertiesOf,
  reportRecordOf,
} from "../records/report-record.ts";

export interface ReportDependencies {
  readonly reports: Reports;
  readonly reportFiles: ReportFiles;
  readonly downloads: Downloads;
  readonly audit: Audit;
}

const mediaTypes = {
  CSV: "text/csv; charset=utf-8; header=present",
  XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  PDF: "application/pdf",
} as const;

const editorOf = (request: FastifyRequest): ReportEditor => {
  const by = callerOf(request);
  return { by, userId: by.userId, reach: reachOf(request), address: request.ip };
};

/** What is put together and kept as a file [SCH2]. */
export function serveReports(app: HttpApp, { reports, reportFiles, downloads, audit }: ReportDependencies): void {
  register(app, reportRoutes, {
    list: async (request, reply) => {
      const found = () => reports.list(editorOf(request), request.query.textSearch);
      return listBody(reply, request.query, listOfAll(found), reportRecordOf);
    },

    save: async (request, reply) => {
      const [editor, { id, version }] = [editorOf(request), request.body];
      const properties = reportPropertiesOf(request.body);
      if (id === undefined) return reply.code(201).send(reportRecordOf(await reports.create(editor, properties)));
      if (version === undefined) throw reportVersionNeeded();
      return reply.send(reportRecordOf(await reports.update(editor, reportIdOf(id.id), version, properties)));
    },

    get: async (request) =>
      reportRecordOf(await reports.require(editorOf(request), reportIdOf(request.params.reportId))),

    remove: async (request) => {
      await reports.remove(editorOf(request), reportIdOf(request.params.reportId));
      return {};
    },

    run: async (request, reply) => {
      const file = await reports.runNow(editorOf(request), reportIdOf(request.params.reportId));
      return reply.code(202).send(reportFileRecordOf(file));
    },

    files: async (request, reply) => {
      const { reportId } = request.query;
      const report = reportId === undefined ? undefined : reportIdOf(reportId);
      const found = () => reportFiles.list(editorOf(request), report);
      return listBody(reply, request.query, listOfAll(found), reportFileRecordOf);
    },

    file: async (request) =>
      reportFileRecordOf(await reportFiles.require(editorOf(request), reportFileIdOf(request.params.reportFileId))),

    content: async (request, reply) => {
      const held = await reportFiles.requireHeld(editorOf(request), reportFileIdOf(request.params.reportFileId));
      if (request.method === "GET") await noteDownload(request, held);
      const { fileName: name, content } = held.made;
      const file = { name, tag: "", content: { ...content, receivedTime: held.createdTime } };
      return sendFile(request, reply, downloads, file, mediaTypes[held.format]) as never; // the framework sends a stream as it is
    },

    removeFile: async (request) => {
      await reportFiles.remove(editorOf(request), reportFileIdOf(request.params.reportFileId));
      return {};
    },
  });

  /** Parts of one, however they are asked for, become one entry with their number within a minute [AUD1]. */
  async function noteDownload(request: FastifyRequest, { id, reportId, name, made }: HeldReport): Promise<void> {
    const entity = { type: "REPORT", id: reportId ?? id, name } as const;
    const act = { action: "REPORT_DOWNLOADED", entity, facts: { file: made.fileName } } as const;
    const actor = actorOf(request);
    await (request.headers.range === undefined ? audit.note(act, actor) : audit.often(act, actor));
  }
}
