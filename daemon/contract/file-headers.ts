// With these headers, a client can check whether it received a complete file. A streamed file has no Content-Length,
// and a proxy might cut it off.

/** The hash of the whole file (RFC 9530), if the daemon stores one. */
const DIGEST_HEADER = 'Repr-Digest';
/** The number of CSV rows without the header, if it is known before the file is sent. */
const ROWS_HEADER = 'Row-Count';

export interface FileFacts {
  /** In hexadecimal. */
  sha256?: string | null;
  rows?: number | null;
}

export const fileHeaders = ({ sha256 = null, rows = null }: FileFacts): Record<string, string> => ({
  ...(sha256 === null ? {} : { [DIGEST_HEADER]: `sha-256=:${base64Of(sha256)}:` }),
  ...(rows === null ? {} : { [ROWS_HEADER]: String(rows) }),
});

/** Reads the file headers of a response; null for absent headers. */
export function readFileHeaders(headers: { get(name: string): string | null }): Required<FileFacts> {
  const [, base64] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers.get(DIGEST_HEADER) ?? '') ?? [];
  const [rows] = /^\d{1,15}$/.exec(headers.get(ROWS_HEADER) ?? '') ?? [];
  return { sha256: base64 === undefined ? null : hexOf(base64), rows: rows === undefined ? null : Number(rows) };
}

const base64Of = (hex: string) =>
  btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
const hexOf = (base64: string) =>
  [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
