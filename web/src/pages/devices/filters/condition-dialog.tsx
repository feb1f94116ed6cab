import { type ConditionKindName, conditionProblem, type DeviceCondition } from "@heliograph/contract";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { editorOf, kindNames } from "../groups/conditions/index.ts";
import { isFilledIn } from "../groups/filled-in.ts";
import { FilterCount } from "../groups/filter-count.tsx";

interface ConditionDialogProps {
  /** None for a new one. */
  readonly condition: DeviceCondition | undefined;
  readonly onSave: (condition: DeviceCondition) => void;
  readonly onClose: () => void;
}

/** What most filters are about. */
const firstKind: DeviceCondition = {
  ...{ kind: "LATEST_VALUE", key: "", comparison: "GREATER", value: 0 },
};

/** One condition of the list, with how many devices meet it. */
export function ConditionDialog({ condition: before, onSave, onClose }: ConditionDialogProps) {
  const m = useMessages();
  const [condition, setCondition] = useState<DeviceCondition>(before ?? firstKind);
  const editor = editorOf(condition.kind);
  const filter = { kind: "ALL" as const, conditions: [condition] };
  const save = async () => {
    if (!isFilledIn(filter) || conditionProblem(condition)) throw new FormProblem(m.deviceGroups.incomplete);
    onSave(condition);
  };
  return (
    <Dialog title={before ? m.deviceList.editFilter : m.deviceList.addFilter} size="wide" onClose={onClose}>
      <Form action={m.deviceList.applyFilter} send={save} onCancel={onClose}>
        <ChoiceEdit
          label={m.deviceList.filterBy}
          value={condition.kind}
          options={kindNames.map((kind) => [kind, m.deviceGroups.kinds[kind]] as const)}
          onChange={(kind: ConditionKindName) => setCondition(editorOf(kind)?.initial ?? condition)}
        />
        <div className="condition-fields">
          {editor && <editor.Editor condition={condition} onChange={setCondition} />}
        </div>
        <FilterCount filter={filter} />
      </Form>
    </Dialog>
  );
}
