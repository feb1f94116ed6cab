type Fields = ReadonlyMap<string, string>;

// What a name is in XML 1.0 (fifth edition, productions 4 and 4a), the colon apart.
const start =
  "A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}" +
  "\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const plainName = `[${start}][${start}0-9.\\-\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*`;

/** A name of an attribute, with or without a prefix. */
export const xmlName = new RegExp(`^(?:(${plainName}):)?${plainName}$`, "u");

/** Prefixes XML knows without a declaration. */
const knownPrefixes = new Set(["xml", "xmlns"]);

/**
 * The fields of the root, with a declaration of every prefix in use: keys such as `xsi:type` survive (§3.2), and
 * readers that know namespaces do not refuse the file for them.
 */
export function withDeclaredPrefixes(root: Fields, others: readonly Fields[]): Fields {
  const declared = new Map(root);
  for (const fields of [root, ...others]) {
    for (const key of fields.keys()) {
      const prefix = key.includes(":") ? xmlName.exec(key)?.[1] : undefined;
      if (prefix === undefined || knownPrefixes.has(prefix) || declared.has(`xmlns:${prefix}`)) continue;
      declared.set(`xmlns:${prefix}`, `urn:undeclared:${prefix}`);
    }
  }
  return declared;
}
