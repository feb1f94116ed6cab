import type { JobState, ReportFileRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteReportFile, downloadReport, isMaking, reportFiles, reportFilesShown } from "../../api/reports.ts";
import { bytesText } from "../../format/number.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { rangeText } from "../../time-range/time-words.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { ShowMore } from "../../ui/show-more.tsx";
import { EmptyState, ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Ago } from "../../ui/time.tsx";

/** Reports that were made, to be downloaded [SCH2]. */
export function ReportFiles() {
  const m = useMessages();
  const maySee = useMay()("VIEW_TELEMETRY");
  const [limit, setLimit] = useState(reportFilesShown);
  const { data, error, refetch } = useQuery({ ...reportFiles(limit), enabled: maySee });
  return (
    <section className="card table-scroll report-files" aria-label={m.reports.files}>
      <div className="card-head">
        <div>
          <h2>{m.reports.files}</h2>
          <p>{maySee ? m.reports.filesText : m.reports.filesMayNot}</p>
        </div>
      </div>
      {data ? (
        data.data.length === 0 ? (
          <EmptyState icon="file" title={m.reports.noFiles} text={m.reports.noFilesText} />
        ) : (
          <FileTable files={data.data} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        maySee && (
          <div className="card-body">
            <Skeleton />
          </div>
        )
      )}
      {data && (
        <ShowMore
          shown={data.data.length}
          total={data.totalElements}
          onMore={() => setLimit(limit + reportFilesShown)}
        />
      )}
    </section>
  );
}

function FileTable({ files }: { readonly files: readonly ReportFileRecord[] }) {
  const m = useMessages();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<ReportFileRecord>();
  return (
    <>
      <CardTable>
        <thead>
          <tr>
            <th>{m.common.name}</th>
            <th className="hide-narrow">{m.reports.about}</th>
            <th>{m.reports.state}</th>
            <th className="right hide-narrow">{m.reports.size}</th>
            <th className="right">{m.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={file.id.id} file={file} onDelete={() => setLeaving(file)} />
          ))}
        </tbody>
      </CardTable>
      {leaving && (
        <Confirm
          title={m.reports.deleteFileTitle}
          text={m.reports.deleteFileText(leaving.fileName ?? leaving.name)}
          action={m.common.delete}
          onConfirm={async () => {
            await deleteReportFile(leaving.id.id);
            await client.invalidateQueries({ queryKey: ["report-files"] });
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

const tones: Record<JobState, string> = {
  QUEUED: "",
  RUNNING: "accent",
  DONE: "good",
  FAILED: "bad",
  CANCELLED: "warn",
};

function FileRow({ file, onDelete }: { readonly file: ReportFileRecord; readonly onDelete: () => void }) {
  const m = useMessages();
  const locale = useLocale();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const { name, fileName, createdTime, createdBy, state, error, size, rows, failed, processed, total } = file;
  const notes = [
    isMaking(file) && m.reports.progress(processed, total),
    error,
    rows !== null && file.format !== "PDF" && m.reports.rowCount(rows),
    failed > 0 && m.reports.leftOut(failed),
  ];
  return (
    <tr>
      <td>
        <span className="break">{fileName ?? name}</span>
        <small className="block soft" title={m.reports.until(dateTimeText(file.expiresTime, locale))}>
          <Ago ms={createdTime} />, {createdBy}
        </small>
      </td>
      <td className="hide-narrow">{rangeText(file.startTs, file.endTs, locale)}</td>
      <td>
        <span className={`badge ${tones[state]}`}>{m.reports.states[state]}</span>{" "}
        <small className="soft break">{notes.filter(Boolean).join(" · ")}</small>
      </td>
      <td className="right nowrap hide-narrow">{size === null ? "–" : bytesText(size, locale)}</td>
      <td className="right nowrap">
        {state === "DONE" && <DownloadButton file={file} />}
        {mayEdit && !isMaking(file) && (
          <RowButton icon="trash" label={m.common.delete} of={fileName ?? name} onClick={onDelete} />
        )}
      </td>
    </tr>
  );
}

function DownloadButton({ file: { id, fileName, name } }: { readonly file: ReportFileRecord }) {
  const m = useMessages();
  const download = useMutation({
    mutationFn: async () => saveBlob(await downloadReport(id.id), fileName ?? name),
  });
  return (
    <>
      <ErrorNote error={download.error} />
      <button
        type="button"
        className="button small"
        aria-label={`${m.reports.download}: ${fileName ?? name}`}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        <Icon name="download" /> <span className="hide-narrow">{m.reports.download}</span>
      </button>
    </>
  );
}
