import { NumberEdit } from "../../../pages/device-types/edit-fields.tsx";
import { useEditorWords } from "../words/words.ts";
import { Wrong } from "./section.tsx";
import { withField } from "./with-field.ts";

interface Range {
  readonly min?: number;
  readonly max?: number;
}

interface RangeFieldProps<T extends Range> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** From where to where a scale goes; empty is automatic. */
export function RangeField<T extends Range>({ label, value, onChange }: RangeFieldProps<T>) {
  const { fields: w } = useEditorWords();
  const isWrong = value.min !== undefined && value.max !== undefined && value.max <= value.min;
  return (
    <>
      <div className="edit-pair">
        <NumberEdit
          label={w.from(label)}
          value={value.min}
          onChange={(min) => onChange(withField(value, "min", min))}
        />
        <NumberEdit label={w.to(label)} value={value.max} onChange={(max) => onChange(withField(value, "max", max))} />
      </div>
      {isWrong && <Wrong>{w.endsBeforeBegin}</Wrong>}
    </>
  );
}
