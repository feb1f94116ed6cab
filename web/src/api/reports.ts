import type { ReportFileRecord, ReportToSave } from "@heliograph/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

export const reportsShown = 50;

export const reportList = (textSearch: string, limit: number) =>
  queryOptions({
    queryKey: ["reports", textSearch, limit],
    queryFn: ({ signal }) => api.reports.list({ ...(textSearch && { textSearch }), page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
  });

export const report = (reportId: string) =>
  queryOptions({
    queryKey: ["report", reportId],
    queryFn: ({ signal }) => api.reports.get({ reportId }, { signal }),
  });

export const isMaking = ({ state }: Pick<ReportFileRecord, "state">): boolean =>
  state === "QUEUED" || state === "RUNNING";

export const reportFilesShown = 20;

/** Asked for more often while one of them is being made. */
export const reportFiles = (limit: number) =>
  queryOptions({
    queryKey: ["report-files", limit],
    queryFn: ({ signal }) => api.reports.files({ page: 0, limit }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isMaking) ? 1_500 : 30_000),
  });

export const saveReport = (body: ReportToSave) => api.reports.save({ body });
export const deleteReport = (reportId: string) => api.reports.remove({ reportId });
export const makeReport = (reportId: string) => api.reports.run({ reportId });
export const deleteReportFile = (reportFileId: string) => api.reports.removeFile({ reportFileId });
export const downloadReport = async (reportFileId: string): Promise<Blob> =>
  (await api.reports.content({ reportFileId })).blob();
