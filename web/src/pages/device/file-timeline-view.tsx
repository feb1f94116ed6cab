import type { FileRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Time } from "../../ui/time.tsx";
import { timelineOf } from "./file-timeline.ts";

/** Where there are files, and where the server holds them: colour tells the storage status, the legend its words. */
export function FileTimeline({ files }: { readonly files: readonly FileRecord[] }) {
  const m = useMessages();
  const timeline = timelineOf(files);
  if (!timeline) return null;
  return (
    <div className="card-body timeline" role="img" aria-label={m.files.timeline}>
      {timeline.lanes.map(({ tag, bars }) => (
        <div key={tag} className="lane">
          <span className="cut soft" title={tag}>
            {tag}
          </span>
          <div className="lane-track">
            {bars.map(({ file, left, width }) => (
              <i
                key={file.name}
                className={`status-${file.storageStatus}`}
                title={`${file.name}\n${m.files.status[file.storageStatus]}`}
                style={{ left: `${left}%`, width: `${width}%` }}
              />
            ))}
          </div>
        </div>
      ))}
      <div className="row between">
        <small>
          <Time ms={timeline.from} />
        </small>
        <span className="row">
          {m.files.status.map((text, status) => (
            <small key={text} className="row legend">
              <i className={`status-${status}`} /> {text}
            </small>
          ))}
        </span>
        <small>
          <Time ms={timeline.to} />
        </small>
      </div>
    </div>
  );
}
