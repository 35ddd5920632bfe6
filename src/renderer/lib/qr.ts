import QRCode from 'qrcode';

const OPTIONS = { margin: 2, errorCorrectionLevel: 'M' } as const;
const PNG_PIXELS = 1024;

export const qrSvg = (text: string): Promise<string> => QRCode.toString(text, { ...OPTIONS, type: 'svg' });

/** Returns the picture as bytes. It decodes the data: URL itself, because the page's policy forbids fetching one. */
export async function qrPng(text: string): Promise<Uint8Array> {
  const address = await QRCode.toDataURL(text, { ...OPTIONS, width: PNG_PIXELS, type: 'image/png' });
  const bytes = atob(address.slice(address.indexOf(',') + 1));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
