import type { FileRecord } from "@heliograph/contract";
import { dayText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useIsPhone } from "../../../state/use-media.ts";
import { Time } from "../../../ui/time.tsx";
import { baseName, fileKey } from "./file-key.ts";
import { namedDays, type Timeline, timelineOf } from "./file-timeline.ts";

interface FileTimelineProps {
  readonly files: readonly FileRecord[];
  readonly selected: ReadonlySet<string>;
  /** A bar was clicked. The table below is the way for the keyboard. */
  readonly onPick: (file: FileRecord) => void;
}

/** Where there are files, and where the server holds them: colour tells the storage status, the legend its words. */
export function FileTimeline({ files, selected, onPick }: FileTimelineProps) {
  const m = useMessages();
  const timeline = timelineOf(files);
  if (!timeline) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div className="card-body timeline" role="group" aria-label={m.files.timeline}>
      {timeline.lanes.map(({ tag, bars }) => (
        <div key={tag} className="lane">
          <span className="cut soft" title={tag}>
            {tag}
          </span>
          <div className="lane-track">
            <DayMarks timeline={timeline} />
            {bars.map(({ file, left, width }) => (
              <button
                key={file.name}
                type="button"
                tabIndex={-1}
                className={`status-${file.storageStatus}`}
                aria-pressed={selected.has(fileKey(file))}
                aria-label={file.name}
                title={`${baseName(file.name)}\n${m.files.status[file.storageStatus]}`}
                style={{ left: `${left}%`, width: `${width}%` }}
                onClick={() => onPick(file)}
              />
            ))}
          </div>
        </div>
      ))}
      <DayNames timeline={timeline} />
      <Legend timeline={timeline} />
    </div>
  );
}

const DayMarks = ({ timeline }: { readonly timeline: Timeline }) =>
  timeline.days.map(({ time, left }) => <i key={time} style={{ left: `${left}%` }} />);

const mostNames = { wide: 8, phone: 3 };

function DayNames({ timeline: { days } }: { readonly timeline: Timeline }) {
  const locale = useLocale();
  const isPhone = useIsPhone();
  return (
    <div className="lane lane-days" aria-hidden="true">
      <span />
      <div>
        {namedDays(days, isPhone ? mostNames.phone : mostNames.wide).map(({ time, left }) => (
          <small key={time} style={{ left: `${left}%` }}>
            {dayText(time, locale)}
          </small>
        ))}
      </div>
    </div>
  );
}

function Legend({ timeline }: { readonly timeline: Timeline }) {
  const m = useMessages();
  return (
    <div className="row between">
      <small>
        <Time ms={timeline.from} /> – <Time ms={timeline.to} />
      </small>
      <span className="row">
        {m.files.status.map((text, status) => (
          <small key={text} className="row legend">
            <i className={`status-${status}`} /> {text}
          </small>
        ))}
      </span>
    </div>
  );
}
