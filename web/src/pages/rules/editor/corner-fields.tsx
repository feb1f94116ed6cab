import { type AreaPlace, areaCornersAtMost } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { replacedAt } from "../../device-types/draft.ts";
import { NumberEdit } from "../../device-types/edit-fields.tsx";

/** Fewer enclose nothing. */
export const leastCorners = 3;

interface CornerFieldsProps {
  readonly corners: readonly AreaPlace[];
  readonly onChange: (corners: AreaPlace[]) => void;
}

/** The corners of an area in numbers. */
export function CornerFields({ corners, onChange }: CornerFieldsProps) {
  const { areas } = useMessages().rules;
  return (
    <>
      <ol className="area-corners">
        {corners.map((corner, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place
          <li key={at}>
            {(["latitude", "longitude"] as const).map((part) => (
              <NumberEdit
                key={part}
                label={`${areas.corner(at + 1)}: ${areas[part]} (°)`}
                value={corner[part]}
                onChange={(value) =>
                  value !== undefined && onChange([...replacedAt(corners, at, { ...corner, [part]: value })])
                }
              />
            ))}
            <button
              type="button"
              className="button ghost square small"
              aria-label={areas.removeCorner(at + 1)}
              title={areas.removeCorner(at + 1)}
              disabled={corners.length <= leastCorners}
              onClick={() => onChange(corners.toSpliced(at, 1))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="rule-add"
        disabled={corners.length >= areaCornersAtMost}
        onClick={() => onChange(withLast(corners))}
      >
        <Icon name="plus" size={14} /> {areas.addCorner}
      </button>
    </>
  );
}

/** Between the last one and the first. */
function withLast(corners: readonly AreaPlace[]): AreaPlace[] {
  const [first, last] = [corners[0], corners.at(-1)];
  if (!first || !last) return [...corners];
  const between = (a: number, b: number) => Number(((a + b) / 2).toFixed(6));
  return [
    ...corners,
    { latitude: between(first.latitude, last.latitude), longitude: between(first.longitude, last.longitude) },
  ];
}
