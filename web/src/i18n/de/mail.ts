import type { Messages } from "../en/index.ts";

/** E-Mail eines Mandanten. */
export const mail: Messages["mail"] = {
  title: "E-Mail",
  text: "Einladungen und andere E-Mails verschickt ein eigener Mailserver des Mandanten oder, ohne einen, der des Knotens.",
  sources: {
    TENANT: "E-Mails verschickt der Server unten.",
    NODE: "E-Mails verschickt der Server des Knotens.",
    NONE: "Es ist kein Mailserver eingerichtet: Links werden zum Übergeben gezeigt.",
  },
  inside:
    "Der Mailserver liegt im Netz dieses Knotens, wo die von Mandanten nicht sein dürfen: Es geht keine E-Mail hinaus. Ein Administrator des Knotens erlaubt seine Adresse mit HELIO_MAIL_INSIDE.",
  sentFrom: (from) => `Sie kommen von ${from}.`,
  noLinks:
    "Der Knoten kennt seine öffentliche Adresse nicht (HELIO_PUBLIC_URL): Links werden übergeben statt verschickt.",
  host: "Mailserver",
  port: "Port",
  security: "Verschlüsselung",
  securities: { STARTTLS: "STARTTLS", TLS: "TLS von Anfang an", NONE: "keine" },
  username: "Benutzername",
  usernameHint: "Leer: keine Anmeldung.",
  password: "Passwort",
  passwordKept: "Eines ist hinterlegt. Leer: es bleibt, solange der Server derselbe ist.",
  from: "Absender",
  fromHint: "Name und Adresse, etwa „Rail Lab <noreply@example.org>“.",
  remove: "Diesen Mailserver entfernen",
  removeTitle: "Den Mailserver des Mandanten entfernen?",
  removeText: "Sein Passwort wird vergessen. E-Mails gehen über den Server des Knotens, wenn er einen hat.",
  test: "Test-Mail senden",
  testTo: "Adresse für eine Test-Mail",
  accepted: "Der Mailserver hat sie angenommen:",
  refused: "Sie wurde nicht angenommen:",
};
