const xmlTypes = ["application/xml", "text/xml", "application/*", "text/*", "*/*"];

/** False only when XML is excluded [API6]: an Accept that names other things and leaves no room for it. */
export function acceptsXml(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return true;
  const wanted = new Map(accept.split(",").map(typeAndQuality));
  const best = xmlTypes.find((type) => wanted.has(type)); // the most specific one decides
  return best !== undefined && (wanted.get(best) ?? 0) > 0;
}

function typeAndQuality(text: string): [type: string, quality: number] {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return [type, quality === undefined ? 1 : Number(quality)];
}
