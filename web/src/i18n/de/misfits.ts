const field = "Das Feld „{field}“";

/** Was nicht zum Schema passt, nach der Art: ein Schlüsselwort der Schemas, oder der Name einer Form (`x-form`). */
export const misfits: Readonly<Record<string, string>> = {
  REQUEST_INVALID: `${field} passt nicht.`,
  "REQUEST_INVALID.required": `${field} fehlt.`,
  "REQUEST_INVALID.unknown": `${field} kennt „{wanted}“ nicht.`,
  "REQUEST_INVALID.enum": `${field} muss eines sein von: {wanted}.`,
  "REQUEST_INVALID.const": `${field} muss {wanted} sein.`,
  "REQUEST_INVALID.not": `${field} darf nicht {wanted} sein.`,
  "REQUEST_INVALID.depth": "„Alle“ und „eine“ stehen zu tief ineinander.",
  // Zahlen und Längen
  "REQUEST_INVALID.minimum": `${field} muss mindestens {wanted} sein.`,
  "REQUEST_INVALID.maximum": `${field} darf höchstens {wanted} sein.`,
  "REQUEST_INVALID.exclusiveMinimum": `${field} muss größer als {wanted} sein.`,
  "REQUEST_INVALID.exclusiveMaximum": `${field} muss kleiner als {wanted} sein.`,
  "REQUEST_INVALID.minLength": `${field} ist zu kurz; mindestens nötig an Zeichen: {wanted}.`,
  "REQUEST_INVALID.maxLength": `${field} ist zu lang; höchstens erlaubt an Zeichen: {wanted}.`,
  "REQUEST_INVALID.minItems": `${field} hat zu wenige Einträge; mindestens nötig: {wanted}.`,
  "REQUEST_INVALID.maxItems": `${field} hat zu viele Einträge; höchstens erlaubt: {wanted}.`,
  "REQUEST_INVALID.uniqueItems": `${field} hat einen Eintrag doppelt.`,
  // Arten
  "REQUEST_INVALID.string": `${field} muss Text sein.`,
  "REQUEST_INVALID.number": `${field} muss eine Zahl sein.`,
  "REQUEST_INVALID.integer": `${field} muss eine ganze Zahl sein.`,
  "REQUEST_INVALID.boolean": `${field} muss ja oder nein sein (true, false).`,
  "REQUEST_INVALID.object": `${field} muss ein Objekt sein.`,
  "REQUEST_INVALID.array": `${field} muss eine Liste sein.`,
  // Formen
  "REQUEST_INVALID.pattern": `${field} hat nicht die erwartete Form.`,
  "REQUEST_INVALID.printable": `${field} darf keine Steuerzeichen enthalten, die Schreibrichtung nicht ändern und nicht nur aus Leerzeichen bestehen.`,
  "REQUEST_INVALID.text": `${field} darf kein NUL enthalten.`,
  "REQUEST_INVALID.uuid": `${field} muss eine UUID sein.`,
  "REQUEST_INVALID.token": `${field} darf 1–128 Zeichen haben, und nur A–Z a–z 0–9 . _ ~ -`,
  "REQUEST_INVALID.time-of-day": `${field} muss eine Uhrzeit sein wie 06:30.`,
  "REQUEST_INVALID.identifier": `${field} muss mit einem Buchstaben beginnen, aus Buchstaben, Ziffern und _ bestehen und darf kein Wort der Ausdrücke sein.`,
  "REQUEST_INVALID.picture": `${field} muss ein Bild sein: PNG, JPEG oder WebP.`,
  "REQUEST_INVALID.logo": `${field} muss ein Bild sein, das nicht zu groß ist: PNG, JPEG, WebP oder SVG.`,
  "REQUEST_INVALID.colour": `${field} muss eine Farbe sein wie #0b6482.`,
  "REQUEST_INVALID.host": `${field} muss ein Rechnername oder eine Adresse sein.`,
  "REQUEST_INVALID.language": `${field} muss eine Sprachangabe sein wie de-CH.`,
  // Filter von Gerätegruppen
  "DEVICE_GROUP_FILTER_INVALID.TYPE_EMPTY": "Bedingung {condition}: Der Typ des Alarms fehlt.",
  "DEVICE_GROUP_FILTER_INVALID.TEXT_EMPTY": "Bedingung {condition}: Der Text fehlt.",
  "DEVICE_GROUP_FILTER_INVALID.VALUE_UNWANTED": "Bedingung {condition}: Zu diesem Vergleich gehört kein Wert.",
  "DEVICE_GROUP_FILTER_INVALID.VALUE_MISSING": "Bedingung {condition}: Der Wert fehlt.",
  "DEVICE_GROUP_FILTER_INVALID.VALUE_NO_NUMBER": "Bedingung {condition}: Dieser Vergleich braucht eine Zahl.",
  "DEVICE_GROUP_FILTER_INVALID.VALUE_NO_TEXT": "Bedingung {condition}: Dieser Vergleich braucht einen Text.",
  "DEVICE_GROUP_FILTER_INVALID.AGE_OF_NOTHING": "Bedingung {condition}: Was es nicht gibt, hat kein Alter.",
  "DEVICE_GROUP_FILTER_INVALID.AGE_IMPOSSIBLE":
    "Bedingung {condition}: Nichts ist zugleich neuer als das eine und älter als das andere.",
};
