import type { WidgetOptions } from "@heliograph/contract";
import { CheckEdit, ChoiceEdit } from "../../../pages/device-types/edit-fields.tsx";
import { ChannelsField } from "../../editing/fields/channels-field.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { RangeField } from "../../editing/fields/range-field.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { ThresholdsField } from "../../editing/fields/thresholds-field.tsx";
import { withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";
import { LineLook } from "./line-look.tsx";

type Props = WidgetFormProps<"TIME_SERIES">;
type Options = WidgetOptions<"TIME_SERIES">;

function TimeSeriesForm({ options, onChange }: Props) {
  const { fields: w } = useEditorWords();
  return (
    <>
      <Section title={w.data}>
        <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
        <ChannelsField
          devices={options.devices}
          value={options.channels}
          atMost={50}
          onChange={(channels) => onChange({ ...options, channels })}
          more={(channel, change) => <LineLook channel={channel} onChange={change} />}
        />
        <PointsFields {...{ options, onChange }} />
      </Section>
      <DisplaySection {...{ options, onChange }} />
      <ThresholdsField
        value={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </>
  );
}

const withoutInterval: readonly string[] = ["AUTOMATIC", "EACH"];
const usualInterval = "3600000";

function PointsFields({ options, onChange }: Props) {
  const { fields: w } = useEditorWords();
  const { points = "AUTOMATIC", interval, show = {}, shiftMs = 0 } = options;
  const intervals = Object.entries(w.intervals);
  const known = intervals.some(([one]) => one === interval);
  const needsOne = !withoutInterval.includes(points);
  return (
    <>
      <ChoiceEdit
        label={w.points}
        value={points}
        options={entriesOf(w.pointKinds)}
        onChange={(next) => onChange(withPoints(options, next))}
      />
      {needsOne && (
        <ChoiceEdit
          label={w.interval}
          value={interval ?? ""}
          options={known ? intervals : [[interval ?? "", interval ? `${interval} ms` : "–"], ...intervals]}
          onChange={(next) => onChange({ ...options, interval: next })}
        />
      )}
      {needsOne && interval === undefined && <Wrong>{w.needsInterval}</Wrong>}
      <ChoiceEdit
        label={w.shift}
        value={String(shiftMs)}
        options={withOwn(Object.entries(w.shifts), String(shiftMs))}
        onChange={(ms) => onChange(withField(options, "shiftMs", Number(ms) || undefined))}
      />
      <fieldset className="edit-checks">
        <legend>{w.showAlso}</legend>
        {(["alarms", "files", "notes"] as const).map((one) => (
          <CheckEdit
            key={one}
            label={{ alarms: w.showAlarms, files: w.showFiles, notes: w.showNotes }[one]}
            value={show[one] ?? false}
            onChange={(isShown) => onChange({ ...options, show: withField(show, one, isShown || undefined) })}
          />
        ))}
      </fieldset>
    </>
  );
}

/** What needs an interval begins with one. */
function withPoints(options: Options, points: NonNullable<Options["points"]>): Options {
  if (withoutInterval.includes(points)) return withField({ ...options, points }, "interval", undefined);
  return { ...options, points, interval: options.interval ?? usualInterval };
}

function DisplaySection({ options, onChange }: Props) {
  const { fields: w } = useEditorWords();
  const axis = (side: "left" | "right") => (value: NonNullable<Options["left"]>) =>
    onChange(withField(options, side, Object.keys(value).length === 0 ? undefined : value));
  return (
    <Section title={w.display}>
      <ChoiceEdit
        label={w.draw}
        value={options.draw ?? "LINE"}
        options={entriesOf(w.draws)}
        onChange={(draw) => onChange({ ...options, draw })}
      />
      <RangeField label={w.leftAxis} value={options.left ?? {}} onChange={axis("left")} />
      <RangeField label={w.rightAxis} value={options.right ?? {}} onChange={axis("right")} />
      <ChoiceEdit
        label={w.legend}
        value={options.legend ?? "TOP"}
        options={entriesOf(w.legends)}
        onChange={(legend) => onChange({ ...options, legend })}
      />
    </Section>
  );
}

const entriesOf = <Name extends string>(words: Readonly<Record<Name, string>>): [Name, string][] =>
  Object.entries(words) as [Name, string][]; // its own names

/** Something else that is there already stays to be chosen. */
const withOwn = (options: [string, string][], value: string): [string, string][] =>
  options.some(([one]) => one === value) ? options : [...options, [value, `${value} ms`]];

export const timeSeriesEditing: WidgetEditing<"TIME_SERIES"> = {
  Form: TimeSeriesForm,
  size: { w: 12, h: 10 },
  sketch: "M4 26l10-8 8 4 10-12 10 6 8-6 10 4M4 32l12-4 10 2 12-6 12 3 10-2",
};
