import { type AuditAction, type AuditedEntity, auditRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Audit, AuditQuery } from "../../../core/audit/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { UserId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { auditCsv } from "../audit-csv.ts";
import { listBody } from "../list-body.ts";
import { auditRecordOf } from "../records/audit-record.ts";
import { streamedText } from "../streamed-text.ts";

export interface AuditDependencies {
  readonly audit: Audit;
}

interface Filter {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly actionTypes?: string;
  readonly entityTypes?: string;
  readonly textSearch?: string;
  readonly sortOrder?: "ASC" | "DESC";
  readonly page?: number;
  readonly limit?: number;
}

/** Who did what [AUD1]: the entries of the caller's tenant, or those of the installation. */
export function serveAudit(app: HttpApp, { audit }: AuditDependencies): void {
  const list = (
    reply: Parameters<typeof listBody>[0],
    request: FastifyRequest,
    filter: Filter,
    only: Partial<AuditQuery> = {},
  ) => {
    const query = { ...queryOf(request, filter, "DESC"), ...only };
    const source = {
      page: (page: Parameters<Audit["list"]>[1]) => audit.list(query, page),
      stream: () => audit.stream(query),
    };
    return listBody(reply, filter, source, auditRecordOf);
  };

  register(app, auditRoutes, {
    list: (request, reply) => list(reply, request, request.query),

    byUser: (request, reply) =>
      list(reply, request, request.query, { userId: request.params.userId.toLowerCase() as UserId }),

    byEntity: (request, reply) => {
      const { entityType: type, entityId } = request.params;
      return list(reply, request, request.query, { entity: { type, id: entityId.toLowerCase() } });
    },

    export: async (request, reply) => {
      const entries = audit.stream(queryOf(request, request.query, "ASC"));
      const body = await streamedText(auditCsv(entries));
      void reply
        .type("text/csv; charset=utf-8; header=present")
        .header("content-disposition", 'attachment; filename="audit.csv"');
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}

function queryOf(request: FastifyRequest, filter: Filter, order: "ASC" | "DESC"): AuditQuery {
  const { startTime, endTime, actionTypes, entityTypes, textSearch, sortOrder = order } = filter;
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) throw endBeforeStart();
  return {
    tenantId: callerOf(request).tenantId ?? null,
    startTime: startTime === undefined ? undefined : epochMs(startTime),
    endTime: endTime === undefined ? undefined : epochMs(endTime),
    actions: actionTypes?.split(",") as AuditAction[] | undefined,
    entityTypes: entityTypes?.split(",") as AuditedEntity[] | undefined,
    textSearch,
    userId: undefined,
    entity: undefined,
    descending: sortOrder === "DESC",
  };
}

const endBeforeStart = () =>
  new AppError("AUDIT_RANGE_INVALID", "invalid", "endTime lies before startTime; both are Unix milliseconds");
