import type { FileRecord } from "@heliograph/contract";
import type { ReactNode } from "react";
import { countText } from "../../../format/number.ts";
import { dayText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useIsPhone } from "../../../state/use-media.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";
import { baseName, fileKey } from "./file-key.ts";
import { type FileSpan, squeezedSpan } from "./file-span.ts";
import { namedDays, type Timeline, timelineOf } from "./file-timeline.ts";

interface FileTimelineProps {
  readonly files: readonly FileRecord[];
  readonly selected: ReadonlySet<string>;
  /** A bar was clicked. The table below is the way for the keyboard. */
  readonly onPick: (file: FileRecord) => void;
  readonly onSpan: (span: FileSpan) => void;
}

/** Where there are files, and where the server holds them: colour tells the storage status, the legend its words. */
export function FileTimeline({ files, selected, onPick, onSpan }: FileTimelineProps) {
  const m = useMessages();
  const timeline = timelineOf(files);
  const squeezed = squeezedSpan(files);
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
      <Legend timeline={timeline}>{squeezed && <SpanButton span={squeezed} onSpan={onSpan} />}</Legend>
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

interface SpanButtonProps {
  readonly span: FileSpan;
  readonly onSpan: (span: FileSpan) => void;
}

/** Closer to where most files are. */
function SpanButton({ span, onSpan }: SpanButtonProps) {
  const m = useMessages();
  const locale = useLocale();
  const days = `${dayText(span.from, locale)} – ${dayText(span.to, locale)}`;
  return (
    <button type="button" className="button small" onClick={() => onSpan(span)}>
      <Icon name="zoomIn" size={16} /> {m.files.showSpan(countText(span.count, locale), days)}
    </button>
  );
}

function Legend({ timeline, children }: { readonly timeline: Timeline; readonly children: ReactNode }) {
  const m = useMessages();
  return (
    <div className="row between">
      <span className="row">
        <small>
          <Time ms={timeline.from} /> – <Time ms={timeline.to} />
        </small>
        {children}
      </span>
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
