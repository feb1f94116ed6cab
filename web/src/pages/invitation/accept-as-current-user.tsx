import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Form } from "../../ui/form.tsx";
import { refusal } from "./refusal.ts";

interface AcceptAsCurrentUserProps {
  readonly token: string;
  readonly username: string;
  readonly onRefused: () => void;
}

/** Who is logged in as the one who was invited has shown the password already. */
export function AcceptAsCurrentUser({ token, username, onRefused }: AcceptAsCurrentUserProps) {
  const m = useMessages();
  const accept = () =>
    session.acceptAsCurrentUser(token).catch((error: unknown) => {
      onRefused();
      throw refusal(error, "current", m);
    });
  return (
    <Form action={m.invitations.accept} send={accept}>
      <p className="note break">{m.invitations.asYourself(username)}</p>
    </Form>
  );
}
