/** A file as a data URL, or undefined where the browser cannot show it: its name alone does not make it a picture. */
export async function pictureIn(file: File): Promise<string | undefined> {
  const url = `data:${file.type};base64,${new Uint8Array(await file.arrayBuffer()).toBase64()}`;
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => url,
    () => undefined,
  );
}
