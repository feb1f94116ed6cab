import type { ShownFile } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { requestFiles } from "../../../api/files.ts";
import { newestFiles } from "../../../api/overview.ts";
import { bytesText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { ErrorNote, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { baseName, fileKey } from "../files/file-key.ts";
import { NothingYet } from "./nothing-yet.tsx";
import { ShowTotal } from "./show-total.tsx";

export function NewestFiles({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(newestFiles(deviceId));
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          {m.overview.newestFiles} <ShowTotal total={data?.total} />
        </h2>
        <Link to="/devices/$deviceId/files" params={{ deviceId }}>
          {m.overview.allFiles}
        </Link>
      </div>
      {data ? (
        data.files.length === 0 ? (
          <NothingYet icon="file" title={m.overview.noFiles} text={m.overview.noFilesText} />
        ) : (
          <ul className="overview-list">
            {data.files.map((file) => (
              <NewestFile key={fileKey(file)} deviceId={deviceId} file={file} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
    </section>
  );
}

function NewestFile({ deviceId, file }: { readonly deviceId: string; readonly file: ShownFile }) {
  const m = useMessages();
  const locale = useLocale();
  const { storageStatus = 2 } = file;
  return (
    <li>
      <span className="grow">
        <Link
          to="/devices/$deviceId/files"
          params={{ deviceId }}
          search={{ q: baseName(file.name), from: "0", to: "now" }}
          className="mono break"
          title={file.name}
        >
          {baseName(file.name)}
        </Link>
        <small className="soft">
          {file.tag} · <Ago ms={file.startTime} />
          {file.size !== null && ` · ${bytesText(file.size, locale)}`}
        </small>
      </span>
      <small className="row legend nowrap">
        <i className={`status-${storageStatus}`} /> {m.files.status[storageStatus]}
      </small>
      {storageStatus === 0 && <GetFile deviceId={deviceId} file={file} />}
    </li>
  );
}

/** What is only on the device is asked for here. */
function GetFile({ deviceId, file }: { readonly deviceId: string; readonly file: ShownFile }) {
  const m = useMessages();
  const client = useQueryClient();
  const maySend = useMay()("SEND_COMMANDS");
  const ask = useMutation({
    mutationFn: () => requestFiles(deviceId, [file.name], file.tag),
    onSuccess: () => {
      toast(m.overview.fileRequested);
      return client.invalidateQueries({ queryKey: ["files", deviceId] });
    },
  });
  if (!maySend) return null;
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={`${m.overview.getFile}: ${baseName(file.name)}`}
        disabled={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {m.overview.getFile}
      </button>
      <ErrorNote error={ask.error} />
    </>
  );
}
