import type { ReportRecord } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deleteReport, makeReport } from "../../api/reports.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { HistoryButton } from "../audit/history-dialog.tsx";
import { choiceText } from "../schedules/device-choice.ts";
import { useChoiceNames } from "../schedules/use-choice-names.ts";
import { ReportDialog } from "./report-dialog.tsx";
import { contentText } from "./report-text.ts";
import { useVariablesText } from "./use-variables-text.ts";

/** Reports as they are to be made. */
export function ReportTable({ reports }: { readonly reports: readonly ReportRecord[] }) {
  const m = useMessages();
  const client = useQueryClient();
  const [open, setOpen] = useState<{ readonly kind: "edit" | "delete"; readonly report: ReportRecord }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <CardTable className="rule-table">
        <thead>
          <tr>
            <th>{m.common.name}</th>
            <th className="hide-narrow">{m.reports.format}</th>
            <th className="hide-narrow">{m.reports.mailTo}</th>
            <th className="right">{m.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((one) => (
            <ReportRow key={one.id.id} report={one} onOpen={(kind) => setOpen({ kind, report: one })} />
          ))}
        </tbody>
      </CardTable>
      {open?.kind === "edit" && <ReportDialog saved={open.report} onClose={close} />}
      {open?.kind === "delete" && (
        <Confirm
          title={m.reports.deleteTitle}
          text={m.reports.deleteText(open.report.name)}
          action={m.common.delete}
          onConfirm={async () => {
            await deleteReport(open.report.id.id);
            for (const key of ["reports", "audit"]) void client.invalidateQueries({ queryKey: [key] });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const none: readonly string[] = [];

interface ReportRowProps {
  readonly report: ReportRecord;
  readonly onOpen: (kind: "edit" | "delete") => void;
}

function ReportRow({ report: { id, name, content, format, mail }, onOpen }: ReportRowProps) {
  const m = useMessages();
  const locale = useLocale();
  const may = useMay();
  const mayEdit = may("EDIT_SCHEDULES");
  const choice = content.kind === "TELEMETRY" ? content : undefined;
  const names = useChoiceNames(choice?.deviceIds ?? none);
  const variables = useVariablesText(content);
  const count = (mail?.addresses?.length ?? 0) + (mail?.userIds?.length ?? 0);
  const first = mail?.addresses?.[0];
  return (
    <tr>
      <td>
        <strong className="break">{name}</strong>
        <small className="clamp soft">
          {contentText(content, choice ? choiceText(choice, m.schedules, names, locale) : variables, m.reports, locale)}
        </small>
      </td>
      <td className="hide-narrow">{m.reports.formats[format]}</td>
      <td className="hide-narrow break">
        {count === 0 ? (
          <span className="soft">{m.reports.nobody}</span>
        ) : (
          [first, count > 1 || !first ? m.schedules.moreDevices(count - (first ? 1 : 0)) : ""]
            .filter(Boolean)
            .join(", ")
        )}
      </td>
      <td className="right">
        <div className="row report-actions">
          {mayEdit && may("VIEW_TELEMETRY") && <MakeButton reportId={id.id} name={name} />}
          {mayEdit && (
            <>
              <Link
                to="/schedules/new"
                search={{ report: id.id }}
                className="button small"
                aria-label={`${m.reports.schedule}: ${name}`}
              >
                <Icon name="schedules" /> <span className="hide-narrow">{m.reports.schedule}</span>
              </Link>
              <RowButton icon="edit" label={m.reports.edit} of={name} onClick={() => onOpen("edit")} />
              <RowButton icon="trash" label={m.common.delete} of={name} onClick={() => onOpen("delete")} />
            </>
          )}
          <HistoryButton type="REPORT" id={id.id} name={name} />
        </div>
      </td>
    </tr>
  );
}

function MakeButton({ reportId, name }: { readonly reportId: string; readonly name: string }) {
  const m = useMessages();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => makeReport(reportId),
    onSuccess: () => toast(m.reports.making),
    onSettled: () => {
      for (const key of ["report-files", "jobs"]) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <>
      <ErrorNote error={make.error} />
      <button
        type="button"
        className="button small"
        aria-label={`${m.reports.make}: ${name}`}
        disabled={make.isPending}
        onClick={() => make.mutate()}
      >
        <Icon name="play" /> <span className="hide-narrow">{m.reports.make}</span>
      </button>
    </>
  );
}
