/** Nothing but our own files, no inline script or style, in no frame but of these: a hostile name stays a name. */
const policyFramedBy = (ancestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
  ].join("; ");

type Headers = Readonly<Record<string, string>>;

const everywhere: Headers = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export const securityHeaders: Headers = {
  ...everywhere,
  "content-security-policy": policyFramedBy("'none'"),
  "x-frame-options": "DENY",
};

/** Of the page of a link to a dashboard: pages of the origins it names may show it; no search engine keeps it [DSH6]. */
export const sharedPageHeaders = (origins: readonly string[]): Headers => ({
  ...(origins.length === 0 ? securityHeaders : everywhere),
  ...(origins.length > 0 && { "content-security-policy": policyFramedBy(origins.join(" ")) }),
  "x-robots-tag": "noindex, nofollow",
});
