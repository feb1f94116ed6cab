import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** A certificate for 127.0.0.1 that trusts itself, in files. */
export function selfSignedCertificate(folder: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...newKey, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key };
}
