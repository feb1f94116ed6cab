import {
  type ConditionKindName,
  type DeviceCondition,
  type DeviceFilterNode,
  filterDepthAtMost,
  isFilterNode,
} from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { editorOf, kindNames } from "./conditions/index.ts";

type Part = DeviceCondition | DeviceFilterNode;

interface FilterEditorProps {
  readonly filter: DeviceFilterNode;
  readonly onChange: (filter: DeviceFilterNode) => void;
  /** 1 is the outermost. */
  readonly level?: number;
}

const nested = "NESTED";

/** Conditions one below the other, and inside each other. */
export function FilterEditor({ filter, onChange, level = 1 }: FilterEditorProps) {
  const { deviceGroups: m } = useMessages();
  const { kind, conditions } = filter;
  const replace = (index: number, part: Part) =>
    onChange({ ...filter, conditions: conditions.map((one, at) => (at === index ? part : one)) });
  const remove = (index: number) => onChange({ ...filter, conditions: conditions.filter((_, at) => at !== index) });
  return (
    <div className="filter-node">
      <div className="filter-match">
        <span>{m.match}</span>
        <Segments
          label={m.match}
          value={kind}
          options={[
            ["ALL", m.matchAll],
            ["ANY", m.matchAny],
          ]}
          onChange={(next) => onChange({ ...filter, kind: next })}
        />
      </div>
      {conditions.length === 0 && <p className="muted">{kind === "ALL" ? m.noConditions : m.noAlternatives}</p>}
      {conditions.map((part, index) => (
        <PartEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
          key={index}
          part={part}
          number={index + 1}
          level={level}
          onChange={(next) => replace(index, next)}
          onRemove={() => remove(index)}
        />
      ))}
      <AddCondition level={level} onAdd={(part) => onChange({ ...filter, conditions: [...conditions, part] })} />
    </div>
  );
}

interface PartEditorProps {
  readonly part: Part;
  readonly number: number;
  readonly level: number;
  readonly onChange: (part: Part) => void;
  readonly onRemove: () => void;
}

function PartEditor({ part, number, level, onChange, onRemove }: PartEditorProps) {
  const { deviceGroups: m } = useMessages();
  const known = isFilterNode(part) ? undefined : editorOf(part.kind);
  const name = isFilterNode(part) ? m.addNested : known ? m.kinds[part.kind] : m.unknown;
  return (
    <fieldset className="condition">
      <legend>{m.condition(name, number)}</legend>
      <div className="condition-fields">
        {isFilterNode(part) ? (
          <FilterEditor filter={part} onChange={onChange} level={level + 1} />
        ) : (
          known && <known.Editor condition={part} onChange={onChange} />
        )}
      </div>
      <button type="button" className="button ghost square" aria-label={m.removeCondition(name)} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </fieldset>
  );
}

function AddCondition({ level, onAdd }: { readonly level: number; readonly onAdd: (part: Part) => void }) {
  const { deviceGroups: m } = useMessages();
  const add = (kind: string) => {
    const part: Part | undefined = kind === nested ? { kind: "ANY", conditions: [] } : editorOf(kind)?.initial;
    if (part) onAdd(part);
  };
  return (
    <select className="add-condition" aria-label={m.add} value="" onChange={({ target }) => add(target.value)}>
      <option value="">+ {m.add}</option>
      {kindNames.map((kind: ConditionKindName) => (
        <option key={kind} value={kind}>
          {m.kinds[kind]}
        </option>
      ))}
      {level < filterDepthAtMost && <option value={nested}>{m.addNested}</option>}
    </select>
  );
}
