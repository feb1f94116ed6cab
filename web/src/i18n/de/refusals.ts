import { misfits } from "./misfits.ts";

const full = (things: string): string =>
  `Der Mandant darf ${things} haben und hat sie. Entfernen Sie welche, oder lassen Sie die Grenze anheben.`;
const stale =
  "Jemand hat {name} inzwischen gespeichert. Laden Sie die neuere Fassung und wiederholen Sie die Änderung.";

/** Was der Server auf Englisch ablehnt, nach seinem Namen in docs/errors.md. */
export const refusals: Readonly<Record<string, string>> = {
  ...misfits,
  // Zeitpläne und berechnete Kanäle
  SCHEDULE_NAME_TAKEN: "Einen Zeitplan namens {name} gibt es in diesem Mandanten schon.",
  SCHEDULE_STALE: stale,
  SCHEDULE_NEVER_RUNS: "Er liefe nie: Die Zeit ist vorbei, oder einen solchen Tag gibt es nicht.",
  "SCHEDULE_NEVER_RUNS.PAST": "Er liefe nie: Die Zeit ist vorbei.",
  "SCHEDULE_NEVER_RUNS.NO_SUCH_DAY": "Er liefe nie: Einen solchen Tag gibt es nicht.",
  SCHEDULE_TIME_INVALID: "Diese Zeit lässt sich nicht verstehen.",
  "SCHEDULE_TIME_INVALID.FIELDS": "Ein Cron-Ausdruck hat fünf Felder: Minute, Stunde, Tag, Monat, Wochentag.",
  "SCHEDULE_TIME_INVALID.MINUTE": "„{value}“ ist keine Minute (0 bis 59) eines Cron-Ausdrucks.",
  "SCHEDULE_TIME_INVALID.HOUR": "„{value}“ ist keine Stunde (0 bis 23) eines Cron-Ausdrucks.",
  "SCHEDULE_TIME_INVALID.DAY": "„{value}“ ist kein Tag (1 bis 31) eines Cron-Ausdrucks.",
  "SCHEDULE_TIME_INVALID.MONTH": "„{value}“ ist kein Monat (1 bis 12 oder JAN bis DEC) eines Cron-Ausdrucks.",
  "SCHEDULE_TIME_INVALID.WEEKDAY": "„{value}“ ist kein Wochentag (0 bis 7 oder SUN bis SAT) eines Cron-Ausdrucks.",
  "SCHEDULE_TIME_INVALID.EXPRESSION": "„{value}“ ist kein Cron-Ausdruck.",
  "SCHEDULE_TIME_INVALID.DATE": "{value} ist kein Tag des Kalenders.",
  SCHEDULE_TELLS_NOBODY: "Es wird niemand benachrichtigt.",
  "SCHEDULE_TELLS_NOBODY.NO_USER": "Einen der Benutzer gibt es nicht mehr.",
  "SCHEDULE_TELLS_NOBODY.NO_ROLE": "Eine der Rollen gibt es nicht mehr.",
  "SCHEDULE_TELLS_NOBODY.NO_PROJECT": "Eines der Projekte gibt es nicht mehr.",
  "SCHEDULE_TELLS_NOBODY.NO_WEBHOOK": "Einen der Webhooks gibt es nicht mehr.",
  "SCHEDULE_TELLS_NOBODY.ADDRESS_INVALID": "An {id} kann keine E-Mail gesendet werden.",
  SCHEDULE_RUNNING: "Ein Lauf von {name} ist noch nicht zu Ende.",
  SCHEDULE_ZONE_UNKNOWN: "{timeZone} ist keine Zeitzone.",
  SCHEDULE_NEEDS_MEMBER:
    "Ein Zeitplan läuft im Namen dessen, der ihn speichert, und ein Besuch endet. Ein Benutzer des Mandanten muss ihn speichern.",
  SCHEDULES_TOO_MANY: "Ein Mandant hat höchstens {most} Zeitpläne.",
  REPORT_NAME_TAKEN: "Einen Bericht namens {name} gibt es in diesem Mandanten schon.",
  REPORT_STALE: stale,
  REPORTS_TOO_MANY: "Ein Mandant hat höchstens {most} Berichte.",
  REPORT_INVALID: "Etwas an dem Bericht passt nicht.",
  "REPORT_INVALID.RANGE": "Das Ende muss nach dem Anfang liegen.",
  "REPORT_INVALID.ADDRESS": "An {value} kann keine E-Mail gesendet werden.",
  "REPORT_INVALID.FORMAT":
    "Das Format passt nicht: Ein Dashboard wird als PDF geschrieben, Telemetrie als CSV oder XLSX.",
  REPORT_DASHBOARD_EMPTY: "{title} hat keine Widgets: Es gibt nichts zu drucken.",
  REPORT_BROWSER_MISSING:
    "Auf dem Server ist kein Browser, den ein PDF braucht. Wer ihn betreibt, installiert Chromium oder setzt HELIO_BROWSER.",
  REPORT_BROWSER_CRASHED: "Der Browser auf dem Server endete, bevor das PDF da war: {why}",
  REPORT_BROWSER_SLOW:
    "Das Dashboard war nach {seconds} s nicht gezeichnet. Wählen Sie eine kürzere Zeit oder weniger Widgets.",
  REPORT_BROWSER_LARGE:
    "Das Dashboard zu zeichnen brauchte mehr als {mebibytes} MiB. Wählen Sie eine kürzere Zeit oder weniger Widgets.",
  REPORT_ZONE_UNKNOWN: "{timeZone} ist keine Zeitzone.",
  REPORT_NEEDS_MEMBER:
    "Ein Bericht wird im Namen dessen erstellt, der ihn speichert, und ein Besuch endet. Ein Benutzer des Mandanten muss ihn speichern.",
  REPORT_NOT_MADE: "Von {name} gibt es keine Datei: Der Bericht wird noch erstellt, oder das ging nicht.",
  "REPORT_TOO_LARGE.rows": "Er hat mehr als {most} Zeilen: Wählen Sie eine kürzere Zeit oder längere Intervalle.",
  "REPORT_TOO_LARGE.columns": "Er hat mehr als {most} Spalten: Wählen Sie weniger Kanäle oder Funktionen.",
  "REPORT_TOO_LARGE.devices": "Er hat mehr als {most} Geräte: Wählen Sie weniger.",
  "REPORT_TOO_LARGE.bytes": "Er hat mehr als {most} Bytes: Wählen Sie eine kürzere Zeit oder längere Intervalle.",
  REPORT_RUNNING: "{name} wird gerade erstellt. Warten Sie darauf, oder brechen Sie den Auftrag ab.",
  CALCULATED_STALE:
    "Jemand hat {key} inzwischen gespeichert. Laden Sie die neuere Fassung und wiederholen Sie die Änderung.",
  CALCULATED_KEY_TAKEN: "{key} wird hierfür schon berechnet. Ändern Sie den vorhandenen Kanal.",
  CALCULATED_KEY_IN_USE:
    "Geräte haben unter {key} schon Werte. Wählen Sie einen anderen Schlüssel, oder lassen Sie sie ersetzen.",
  CALCULATED_TOO_MANY: "Ein Mandant hat höchstens {most} berechnete Kanäle.",
  CALCULATED_TOO_MANY_DEVICES: "Eine Summe umfasst höchstens {most} Geräte.",
  // Schon vergeben
  DEVICE_NAME_TAKEN: "Ein Gerät namens {name} gibt es in diesem Mandanten schon.",
  DEVICE_TOKEN_TAKEN: "Dieses Zugriffstoken kann nicht verwendet werden. Wählen Sie ein anderes.",
  DEVICE_TYPE_NAME_TAKEN: "Einen Gerätetyp namens {name} gibt es in diesem Mandanten schon.",
  DEVICE_GROUP_NAME_TAKEN: "Eine Gerätegruppe namens {name} gibt es in diesem Mandanten schon.",
  PROJECT_NAME_TAKEN: "Ein Projekt namens {name} gibt es an dieser Stelle schon.",
  ROLE_NAME_TAKEN: "Eine Rolle namens {name} gibt es schon.",
  TENANT_NAME_TAKEN: "Einen Mandanten namens {name} gibt es schon.",
  USERNAME_TAKEN: "Einen Benutzer {username} gibt es schon; er kann nur eingeladen werden.",
  USER_ALREADY_ASSIGNED: "{username} ist schon Benutzer dieses Mandanten.",
  SECOND_FACTOR_EXISTS: "Ein zweiter Faktor ist schon eingerichtet. Schalten Sie ihn zuerst aus.",
  // Noch in Gebrauch
  "PROJECT_IN_USE.projects": "{name} hat noch Projekte unter sich. Verschieben oder löschen Sie diese zuerst.",
  "PROJECT_IN_USE.devices": "{name} hat noch Geräte. Verschieben oder löschen Sie diese zuerst.",
  "PROJECT_IN_USE.dashboards": "{name} hat noch Dashboards. Verschieben oder löschen Sie diese zuerst.",
  "PROJECT_IN_USE.assignments":
    "Für {name} gibt es noch Benutzer oder Einladungen, deren Zugang für dieses Projekt gilt. Ändern Sie diese zuerst.",
  PROJECT_BELOW_ITSELF: "{name} kann nicht unter sich selbst verschoben werden.",
  DEVICE_TYPE_IN_USE: "Von diesem Typ sind noch Geräte: {devices}. Geben Sie ihnen zuerst einen anderen.",
  DEVICE_TYPE_IS_DEFAULT: "{name} ist der Standardtyp. Machen Sie zuerst einen anderen dazu.",
  ROLE_HELD: "Benutzer haben die Rolle {name}, oder Einladungen bieten sie an. Ändern Sie diese zuerst.",
  LAST_ADMINISTRATOR: "Der letzte Administrator eines Mandanten bleibt. Ernennen Sie zuerst einen anderen.",
  // Benachrichtigungen
  NOTIFICATION_POLICY_NAME_TAKEN: "Eine Benachrichtigungsregel namens {name} gibt es schon.",
  NOTIFICATION_POLICIES_TOO_MANY: "Ein Mandant hat höchstens {most} Benachrichtigungsregeln.",
  NOTIFICATION_POLICY_STALE: stale,
  NOTIFICATION_PROJECT_NEEDED: "Nennen Sie eines Ihrer Projekte.",
  NOTIFICATION_PROJECT_GONE: "Das Projekt wurde eben gelöscht.",
  NOTIFICATION_TIME_ZONE_UNKNOWN: "Die Zeitzone {timeZone} gibt es nicht.",
  NOTIFICATION_STEPS_UNORDERED: "Jede Stufe der Eskalation muss später sein als die vorige.",
  NOTIFICATION_NOBODY_NAMED: "Nennen Sie jemanden, der benachrichtigt wird.",
  NOTIFICATION_RECIPIENT_UNKNOWN: "Einen der Empfänger gibt es nicht mehr. Entfernen Sie ihn.",
  NOTIFICATION_ADDRESS_INVALID:
    "An „{address}“ kann keine E-Mail gesendet werden. Ändern oder entfernen Sie diese Adresse.",
  NOTIFICATION_NOT_AGAIN: "Nur was zurückgehalten, versucht oder aufgegeben wurde, wird noch einmal gesendet.",
  NOTIFICATION_TESTS_TOO_MANY: "Zu viele Tests in dieser Stunde. Versuchen Sie es später noch einmal.",
  WEBHOOK_NAME_TAKEN: "Einen Webhook namens {name} gibt es schon.",
  WEBHOOKS_TOO_MANY: "Ein Mandant hat höchstens {most} Webhooks.",
  WEBHOOK_URL_NEEDED: "Geben Sie eine Adresse an.",
  WEBHOOK_URL_INVALID: "Die Adresse muss lauten wie https://hooks.example.com/x.",
  WEBHOOK_URL_WITH_LOGIN: "Die Adresse darf weder Benutzernamen noch Kennwort enthalten.",
  WEBHOOK_CHAT_NEEDED: "Für Telegram wird ein Chat gebraucht.",
  WEBHOOK_NOT_FOUND: "Diesen Webhook gibt es nicht mehr.",
  // Voll
  TENANT_DEVICES_FULL: full("{limit} Geräte"),
  TENANT_USERS_FULL: full("{limit} Benutzer"),
  TENANT_ATTRIBUTES_FULL: full("{limit} Byte an Attributen"),
  PROJECTS_TOO_MANY: "Ein Mandant hat höchstens {most} Projekte.",
  PROJECT_TOO_DEEP: "Der Baum der Projekte hat höchstens {most} Ebenen.",
  DEVICE_TYPES_TOO_MANY: "Ein Mandant hat höchstens {most} Gerätetypen.",
  DEVICE_GROUPS_TOO_MANY: "Ein Mandant hat höchstens {most} Gerätegruppen.",
  DEVICE_GROUP_TOO_MANY_CONDITIONS: "Ein Filter hat höchstens {most} Bedingungen.",
  DASHBOARDS_TOO_MANY:
    "Ein Mandant hat höchstens {most} Dashboards, die im Papierkorb mitgezählt. Löschen Sie welche, und leeren Sie den Papierkorb.",
  QUERY_TOO_MANY_DEVICES: "{devices} Geräte, höchstens {most}: Wählen Sie weniger.",
  QUERY_TOO_MANY_SERIES: "{series} Zeitreihen mit dieser, höchstens {most}: weniger Geräte oder Kanäle.",
  QUERY_TOO_MANY_POINTS: "{points} Werte, höchstens {most}: weniger Geräte oder eine kürzere Zeit.",
  QUERY_TOO_MANY_VALUES: "Mehr als {most} Werte: eine kürzere Zeit, oder ein Wert je Intervall.",
  ROLES_TOO_MANY: "Ein Mandant hat höchstens {most} eigene Rollen.",
  API_KEYS_TOO_MANY: "Ein Benutzer hat in einem Mandanten höchstens {most} API-Schlüssel. Löschen Sie zuerst einen.",
  COMMAND_QUEUE_FULL: "Für das Gerät warten schon {limit} Befehle. Brechen Sie zuerst welche ab.",
  JOBS_TOO_MANY: "Der Mandant hat {limit} offene Aufträge. Warten Sie auf einen, oder brechen Sie einen ab.",
  MOVE_TOO_MANY: "Der Filter trifft {found} Geräte; auf einmal werden höchstens {most} verschoben.",
  IMPORT_TOO_MANY_ROWS: "Das CSV hat mehr als {limit} Zeilen. Importieren Sie es in Teilen.",
  OUTBOX_FULL: "{limit} Sendungen dieses Mandanten warten oder wurden aufgegeben. Kümmern Sie sich zuerst um diese.",
  // Inzwischen geändert
  DEVICE_TYPE_STALE: stale,
  DEVICE_GROUP_STALE: stale,
  DASHBOARD_STALE: stale,
  ROLE_CHANGED: stale,
  DEVICE_CHANNELS_STALE:
    "Jemand hat die Kanäle dieses Geräts inzwischen geändert. Laden Sie die neuere Fassung und wiederholen Sie die Änderung.",
  SETTINGS_CHANGED: "Die Einstellungen wurden inzwischen geändert. Laden Sie sie neu.",
  LIMITS_CHANGED:
    "Jemand hat die Grenzen inzwischen geändert. Laden Sie die neuere Fassung und wiederholen Sie die Änderung.",
  SIGN_IN_RULES_CHANGED:
    "Jemand hat die Regeln für die Anmeldung inzwischen geändert. Laden Sie die neuere Fassung und wiederholen Sie die Änderung.",
  TERMS_CHANGED: "Die Nutzungsbedingungen wurden inzwischen geändert. Sehen Sie sie sich noch einmal an.",
  COMMAND_FINISHED: "Der Befehl ist schon fertig und kann nicht abgebrochen werden.",
  JOB_FINISHED: "Der Auftrag ist schon vorbei und kann nicht abgebrochen werden.",
  // Nicht mehr da
  DEVICE_NOT_FOUND: "Das Gerät {id} gibt es nicht, oder Sie erreichen es nicht.",
  PROJECT_NOT_FOUND: "Dieses Projekt gibt es nicht, oder Sie erreichen es nicht.",
  DEVICE_GROUP_NOT_FOUND: "Diese Gerätegruppe gibt es nicht mehr.",
  JOB_NOT_FOUND: "Diesen Auftrag gibt es nicht mehr.",
  NOBODY_ANY_MORE: "Wer das wollte, ist nicht mehr in diesem Mandanten.",
  JOB_BROKEN: "Etwas Unerwartetes ist schiefgegangen. Das Protokoll des Servers hat die Einzelheiten.",
  // Nicht da
  QUERY_DEVICES_GONE: "Diese Geräte sind nicht da, oder nicht für Sie.",
  SHARE_NOTHING: "Was dieses Widget zeigt, ist nicht da, oder nicht für diesen Link.",
  // Links zu Dashboards
  SHARES_TOO_MANY: "Ein Dashboard hat höchstens {most} Links. Widerrufen Sie zuerst einen.",
  SHARE_INVALID: "Was über Variablen gesagt ist, passt nicht zu dieser Version des Dashboards.",
  SHARE_END_PAST: "Wählen Sie ein Ende, das noch kommt.",
  SHARE_NOT_YOURS:
    "Was ein Link zeigt, wird mit den Rechten dessen gelesen, der ihn angelegt hat. Nur der wählt die Version; legen Sie einen eigenen an.",
  SHARE_PASSWORD_WRONG: "Das ist nicht das Passwort dieses Links.",
  SHARE_PASSWORD_THROTTLED: "Zu viele falsche Passwörter. Warten Sie, bevor Sie das nächste probieren.",
  SHARE_TIME_REFUSED: "Dieser Link zeigt von dieser Zeit nichts.",
  SHARE_BUSY: "Höchstens {most} Anfragen in der Minute mit diesem Link.",
  SHARE_GONE: "Dieser Link führt nirgends hin: Er ist falsch, wurde widerrufen oder ist abgelaufen.",
  // Falsch
  CODE_REFUSED: "Der Code ist falsch oder wurde schon benutzt. Nehmen Sie den nächsten.",
  CODE_WRONG: "Der Code ist falsch oder wurde schon benutzt. Nehmen Sie den nächsten.",
  PASSWORD_WRONG: "Das Passwort ist falsch.",
  PASSWORD_TOO_SHORT: "Das Passwort braucht mindestens {minLength} Zeichen.",
  PASSWORD_IS_NAME: "Das Passwort darf nicht der Benutzername sein.",
  PASSWORD_TOO_COMMON: "Dieses Passwort probiert jeder zuerst. Wählen Sie ein anderes.",
  DEVICE_TOKEN_TOO_SHORT: "Ein Zugriffstoken braucht mindestens {minLength} Zeichen.",
  PICTURE_INVALID: "Das ist nicht das Bild, das es sein will, oder ein SVG, das mehr ist als eine Zeichnung.",
  MAIL_SENDER_INVALID: "Absender: Schreiben Sie ada@example.org oder Rail Lab <ada@example.org>.",
  MAIL_ADDRESS_INVALID: "An diese Adresse kann keine E-Mail geschickt werden.",
  MAIL_PASSWORD_NEEDED:
    "Das Passwort bleibt nur für denselben Server, Port, Benutzernamen und dieselbe Verschlüsselung. Geben Sie es noch einmal ein.",
  MAIL_LOGIN_UNCLEAR: "Ein Passwort braucht einen Benutzernamen, und ein Benutzername ein Passwort.",
  MAIL_NOT_SET_UP: "Weder der Mandant noch der Knoten hat einen Mailserver. Richten Sie zuerst einen ein.",
  AUDIT_RANGE_INVALID: "Das Ende liegt vor dem Anfang.",
  API_KEY_END_PAST: "Das Ende muss in der Zukunft liegen.",
  PASSWORD_RESET_UNKNOWN: "Dieser Link wurde benutzt oder ersetzt, oder er ist abgelaufen. Bitten Sie um einen neuen.",
  // Nicht erlaubt
  PERMISSION_DENIED: "Ihre Rolle erlaubt das nicht. Es braucht das Recht {missing}.",
  CANNOT_GIVE: "Sie können nicht geben, was Sie dort nicht haben: {missing}.",
  CANNOT_CHANGE: "Dieser Benutzer darf mehr als Sie; das können Sie nicht ändern: {more}.",
  ROLE_STRONGER: "Sie können {name} nicht nehmen, was Sie nicht haben: {missing}.",
  ACCOUNT_ELSEWHERE:
    "Dieses Konto wird auch dort benutzt, wo Sie keine Benutzer verwalten. Fragen Sie einen Systemadministrator.",
  OWN_ACCOUNT: "Das ist Ihr eigenes Konto: Es wird in Ihrem Profil geändert.",
  OWN_SECOND_FACTOR_FIRST: "Richten Sie Ihren eigenen zweiten Faktor ein, bevor Sie ihn von allen verlangen.",
  OPENING_NEEDS_SECOND_FACTOR:
    "Dieser Mandant verlangt einen zweiten Faktor: Richten Sie für Ihr Konto einen ein, melden Sie sich damit an und öffnen Sie dann den Mandanten.",
  TENANT_OPENED:
    "Wer einen Mandanten als dessen Administrator geöffnet hat, hat dort keine Schlüssel. Verlassen Sie ihn zuerst.",
};
