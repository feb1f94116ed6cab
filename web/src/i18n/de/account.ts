import type { Messages } from "../en/index.ts";

export const account: Messages["account"] = {
  forgot: "Passwort vergessen?",
  forgotTitle: "Passwort vergessen?",
  forgotText:
    "Geben Sie Ihren Benutzernamen an. Ist er eine uns bekannte E-Mail-Adresse, ist gleich ein Link zu einem neuen Passwort unterwegs.",
  forgotAsk:
    "Hier ist keine E-Mail eingerichtet. Bitten Sie einen Administrator Ihres Mandanten um einen Link zu einem neuen Passwort.",
  send: "Link senden",
  sent: "Wenn es ein Konto mit diesem Namen gibt, ist eine E-Mail mit einem Link unterwegs. Er gilt einmal und nicht lange.",
  setTitle: "Neues Passwort setzen",
  setText: (name) => `Für das Konto „${name}“. Alle seine Sitzungen enden.`,
  set: "Passwort setzen",
  wasSet: "Das Passwort wurde gesetzt. Melden Sie sich damit an.",
  deadTitle: "Dieser Link führt nirgendwohin",
  deadText: "Er wurde benutzt, ist abgelaufen oder wurde ersetzt. Bitten Sie um einen neuen.",
  toLogin: "Zur Anmeldung",
  offer: "Link zu einem neuen Passwort",
  offerTitle: "Link zu einem neuen Passwort erstellen?",
  offerText: (name) =>
    `Wer den Link hat, kann einmal ein neues Passwort für „${name}“ setzen. Geben Sie ihn nur dieser Person, und vergewissern Sie sich, dass wirklich sie bittet.`,
  offered: (name) => `Geben Sie diesen Link an „${name}“. Er wird nur jetzt gezeigt und gilt einmal.`,
  make: "Link erstellen",
  preferences: "Sprache und Region",
  preferencesText: "Für alle Ihre Mandanten, in diesem und jedem anderen Browser.",
  language: "Sprache",
  region: "Datum und Zahlen",
  timeZone: "Zeitzone",
  asBrowser: "Wie der Browser",
  sample: (text) => `Jetzt: ${text}`,
  notifications: "Benachrichtigungen",
  notificationsText: "Was Sie per E-Mail erfahren, wo E-Mail eingerichtet und Ihr Benutzername eine Adresse ist.",
  security: "Änderungen an meinem Passwort oder zweiten Faktor",
  invitations: "Jemand hat meine Einladung angenommen",
  alarms: "Alarme von Geräten",
  alarmsHint:
    "Sofern eine Benachrichtigung Sie nennt. Der Posteingang in der Weboberfläche füllt sich unabhängig davon.",
  terms: "Nutzungsbedingungen",
  termsText:
    "Werden allen nach der Anmeldung gezeigt, bis sie zustimmen; eine Änderung wird wieder gezeigt. Leer: Es wird nichts verlangt.",
  termsField: "Text",
  termsHint: "# macht eine Überschrift, - eine Liste, **fett**, [Wörter](https://…) einen Link.",
  termsPreview: "Vorschau",
  termsVersion: (version) => `Fassung ${version}`,
  termsOf: (tenant) => `Nutzungsbedingungen von ${tenant}`,
  accept: "Zustimmen",
  leave: "Abmelden",
};
