import type { NewestFile } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { bytesText, countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { Ago, Time } from "../../ui/time.tsx";
import { baseName } from "../device/files/file-key.ts";

/** Each leads to its device, where it can be opened and fetched. */
export function NewestFileTable({ files }: { readonly files: readonly NewestFile[] }) {
  const m = useMessages();
  return (
    <CardTable>
      <thead>
        <tr>
          <th>{m.common.name}</th>
          <th>{m.files.device}</th>
          <th>{m.files.tag}</th>
          <th>{m.files.start}</th>
          <th className="right">{m.files.size}</th>
          <th>{m.files.processing}</th>
          <th>{m.files.received}</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <FileRow key={`${file.deviceId.id} ${file.tag} ${file.name}`} file={file} />
        ))}
      </tbody>
    </CardTable>
  );
}

function FileRow({ file }: { readonly file: NewestFile }) {
  const locale = useLocale();
  const { deviceId, deviceName, name, tag } = file;
  const params = { deviceId: deviceId.id };
  const isReadable = file.processing === "DONE" || file.channelCount !== null;
  const place = isReadable ? { file: name, tag } : { q: baseName(name), from: "0", to: "now" };
  return (
    <tr>
      <td>
        <Link
          to="/devices/$deviceId/files"
          params={params}
          search={place}
          className="mono break"
          title={name}
          data-opens
        >
          {baseName(name)}
        </Link>
      </td>
      <td className="break">
        <Link to="/devices/$deviceId" params={params}>
          {deviceName}
        </Link>
      </td>
      <td className="soft break">{tag}</td>
      <td className="soft nowrap">
        <Time ms={file.startTime} />
      </td>
      <td className="right soft nowrap">{file.size === null ? "–" : bytesText(file.size, locale)}</td>
      <td className="soft nowrap">
        <Content file={file} />
      </td>
      <td className="soft nowrap">
        <Ago ms={file.createdTime} />
      </td>
    </tr>
  );
}

function Content({ file }: { readonly file: NewestFile }) {
  const m = useMessages();
  const locale = useLocale();
  if (file.processing === "FAILED" || file.error !== null)
    return (
      <span className="badge bad" title={file.error ?? ""}>
        {m.files.failed}
      </span>
    );
  if (file.processing === "PENDING") return <span className="badge">{m.files.pending}</span>;
  return file.channelCount === null ? "–" : m.files.channels(countText(file.channelCount, locale));
}
