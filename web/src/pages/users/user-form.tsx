import { useQueryClient } from "@tanstack/react-query";
import { addUser } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { accessIn, RoleField } from "./role-field.tsx";

export function UserForm({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const add = async (form: FormData) => {
    const given = (name: string) => textOf(form, name).trim() || undefined;
    const { username } = await addUser(tenantId, {
      username: textOf(form, "username").trim(),
      firstName: given("firstName"),
      lastName: given("lastName"),
      password: textOf(form, "password") || undefined,
      ...accessIn(form),
    });
    toast(m.users.added(username));
    void client.invalidateQueries({ queryKey: ["users", tenantId] });
    onClose();
  };
  return (
    <Dialog title={m.users.addTitle} onClose={onClose}>
      <Form action={m.users.add} send={add} onCancel={onClose}>
        <TextField label={m.users.username} name="username" required maxLength={255} autoFocus />
        <div className="form-pair">
          <TextField label={m.users.firstName} name="firstName" maxLength={255} />
          <TextField label={m.users.lastName} name="lastName" maxLength={255} />
        </div>
        <TextField
          label={m.users.password}
          name="password"
          type="password"
          hint={m.users.passwordHint}
          autoComplete="new-password"
          required
        />
        <RoleField tenantId={tenantId} />
      </Form>
    </Dialog>
  );
}
