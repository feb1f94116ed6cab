import type { AttributeScope, DeviceTypeRecord, TypeAttribute } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { removedAt, replacedAt, withField } from "./draft.ts";
import { ChoiceEdit } from "./edit-fields.tsx";
import { FormLine } from "./form-line.tsx";

interface AttributeSectionProps {
  readonly attributes: readonly TypeAttribute[];
  readonly onEdit: ((part: Partial<DeviceTypeRecord>) => void) | undefined;
}

const scopes: readonly AttributeScope[] = ["SHARED_SCOPE", "SERVER_SCOPE", "CLIENT_SCOPE"];
const editors = ["people", "device", "nobody"] as const;

export function AttributeSection({ attributes, onEdit }: AttributeSectionProps) {
  const m = useMessages();
  const set = onEdit && ((next: TypeAttribute[]) => onEdit({ attributes: next }));
  return (
    <section className="card">
      {attributes.length === 0 && (
        <EmptyState icon="settings" title={m.deviceTypes.noAttributes} text={m.deviceTypes.noAttributesText} />
      )}
      <div className="card-body form">
        {attributes.map((attribute, index) => (
          <AttributeLine
            // biome-ignore lint/suspicious/noArrayIndexKey: an attribute is known by its place while its key is being typed
            key={index}
            attribute={attribute}
            onChange={set && ((next) => set(replacedAt(attributes, index, next)))}
            onRemove={set && (() => set(removedAt(attributes, index)))}
          />
        ))}
        {set && (
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() => set([...attributes, { key: `attribute${attributes.length + 1}` }])}
            >
              <Icon name="plus" /> {m.attributes.add}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

interface AttributeLineProps {
  readonly attribute: TypeAttribute;
  readonly onChange: ((attribute: TypeAttribute) => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function AttributeLine({ attribute, onChange, onRemove }: AttributeLineProps) {
  const m = useMessages();
  const setScope =
    onChange &&
    ((scope: AttributeScope) =>
      onChange(
        scope === "CLIENT_SCOPE"
          ? { ...attribute, scope, editor: "device" }
          : { ...attribute, scope, editor: "people" },
      ));
  return (
    <div className="form-line">
      <div className="form">
        <FormLine line={attribute} onChange={onChange} />
        <div className="form-pair">
          <ChoiceEdit
            label={m.deviceTypes.scope}
            value={attribute.scope ?? "SHARED_SCOPE"}
            options={scopes.map((one) => [one, m.attributes.scopes[one]] as const)}
            onChange={setScope}
          />
          <ChoiceEdit<(typeof editors)[number]>
            label={m.deviceTypes.editor}
            value={attribute.editor ?? "people"}
            options={editors.map((one) => [one, m.deviceTypes.editors[one]] as const)}
            onChange={onChange && ((editor) => onChange(withField(attribute, "editor", editor)))}
          />
        </div>
      </div>
      {onRemove && (
        <button
          type="button"
          className="button ghost square small"
          aria-label={`${m.common.delete}: ${attribute.key}`}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      )}
    </div>
  );
}
