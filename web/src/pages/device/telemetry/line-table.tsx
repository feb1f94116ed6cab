import type { Line } from "../../../charts/aligned.ts";
import { commonDecimals } from "../../../format/common-decimals.ts";
import { fixedText, numberText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { baseName } from "../files/file-key.ts";
import { type ComparedLine, type FileLine, shifted, withLines } from "./compared-lines.ts";
import { lineNumbers } from "./line-numbers.ts";
import { ShiftField } from "./shift-field.tsx";
import type { TelemetrySearch, Window } from "./telemetry-search.ts";
import type { DrawnLine } from "./use-compared-history.ts";

interface LineTableProps {
  readonly lines: readonly ComparedLine[];
  readonly fileLines: readonly FileLine[];
  readonly window: Pick<Window, "from" | "to">;
  readonly drawn: readonly DrawnLine[];
  readonly earlier: readonly DrawnLine[];
  readonly fileDrawn: ReadonlyMap<string, Line>;
  readonly labelOf: (line: ComparedLine) => string;
  readonly decimalsOf: (line: ComparedLine) => number | undefined;
  readonly search: TelemetrySearch;
  readonly onChange: (search: TelemetrySearch) => void;
}

/** Every line in numbers, of the time that is shown, and what can be done with it. */
export function LineTable(props: LineTableProps) {
  const { lines, fileLines, window, drawn, earlier, fileDrawn, labelOf, decimalsOf, search, onChange } = props;
  const m = useMessages();
  const hasBefore = search.before !== undefined;
  const lineIn = (from: readonly DrawnLine[], id: string) => from.find(({ of }) => of.id === id)?.line;
  const without = (part: "keys" | "others" | "files", id: string) =>
    onChange(
      withLines(
        search,
        part,
        (search[part] ?? []).filter((one) => one !== id),
      ),
    );
  return (
    <div className="table-scroll">
      <table className="table line-table">
        <thead>
          <tr>
            <th>{m.compare.line}</th>
            <th className="right">{m.compare.min}</th>
            <th className="right">{m.compare.mean}</th>
            <th className="right">{m.compare.max}</th>
            {hasBefore && <th className="right">{m.compare.meanBefore}</th>}
            {hasBefore && <th className="right">{m.compare.change}</th>}
            <th>{m.compare.shift}</th>
            <th className="right">
              <span className="off-screen">{m.common.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row" className="break">
                {labelOf(line)}
              </th>
              <Numbers
                {...{ window, hasBefore }}
                digits={decimalsOf(line)}
                line={lineIn(drawn, line.id)}
                before={lineIn(earlier, line.id)}
              />
              <td>
                <ShiftField
                  ms={line.shiftMs}
                  label={`${m.compare.shift}: ${labelOf(line)}`}
                  onChange={(ms) => onChange(shifted(search, line.id, ms))}
                />
              </td>
              <TakeAway
                label={m.compare.takeAway(labelOf(line))}
                onPress={() => without(search.keys?.includes(line.id) ? "keys" : "others", line.id)}
              />
            </tr>
          ))}
          {fileLines.map((file) => {
            const name = `${fileDrawn.get(file.id)?.label ?? file.index} (${baseName(file.name)})`;
            return (
              <tr key={file.id}>
                <th scope="row" className="break">
                  {name}
                </th>
                <Numbers {...{ window, hasBefore }} line={fileDrawn.get(file.id)} />
                <td />
                <TakeAway label={m.compare.takeAway(name)} onPress={() => without("files", file.id)} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface NumbersProps {
  readonly line: Line | undefined;
  readonly before?: Line | undefined;
  /** After the point, as the type says. */
  readonly digits?: number | undefined;
  readonly window: Pick<Window, "from" | "to">;
  readonly hasBefore: boolean;
}

/** Where the type says nothing. */
const significantDigits = 5;

function Numbers({ line, before, digits, window, hasBefore }: NumbersProps) {
  const locale = useLocale();
  const now = line && lineNumbers(line, window.from, window.to);
  const then = before && lineNumbers(before, window.from, window.to);
  const change = now && then ? now.mean - then.mean : undefined;
  const all = [now?.min, now?.mean, now?.max, then?.mean, change].filter((one) => one !== undefined);
  const decimals = digits ?? commonDecimals(all, significantDigits);
  const text = (value: number | undefined) => (value === undefined ? "–" : plainText(value, decimals, locale));
  return (
    <>
      <td className="right value">{text(now?.min)}</td>
      <td className="right value">{text(now?.mean)}</td>
      <td className="right value">{text(now?.max)}</td>
      {hasBefore && <td className="right value soft">{text(then?.mean)}</td>}
      {hasBefore && (
        <td className="right value">
          {change !== undefined && change > 0 && "+"}
          {text(change)}
        </td>
      )}
    </>
  );
}

/** What is too great or too small to be written out has no decimals to share. */
const plainText = (value: number, decimals: number, locale: string): string =>
  Math.abs(value) >= 1e9 || (value !== 0 && Math.abs(value) < 1e-4)
    ? numberText(value, locale)
    : fixedText(value, decimals, locale);

const TakeAway = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <td className="right">
    <button type="button" className="button ghost square small" aria-label={label} title={label} onClick={onPress}>
      <Icon name="close" size={16} />
    </button>
  </td>
);
