type Json = Record<string, unknown>;

/** The values of the tag that choose one of several forms. */
export function tagsOf(branch: Json, discriminator: Json): unknown[] {
  const properties = branch["properties"] as Record<string, Json> | undefined;
  const tag = properties?.[String(discriminator["propertyName"])];
  if (tag === undefined) return [];
  return Array.isArray(tag["enum"]) ? tag["enum"] : [tag["const"]];
}
