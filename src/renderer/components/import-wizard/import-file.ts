import { imports as t } from '../../texts/imports.ts';

export interface ImportFile {
  name: string;
  text: string;
}

/** For most imports, the daemon accepts requests of up to 1 MiB, and the text becomes slightly longer as JSON. */
const MOST_BYTES = 1_000_000;

/** Reads a chosen file, or returns the reason why it cannot be sent. */
export async function readImportFile(file: File, mostBytes = MOST_BYTES): Promise<ImportFile | { fault: string }> {
  if (file.size > mostBytes) return { fault: t.tooLarge(mostBytes / 1_000_000) };
  try {
    return { name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { fault: t.notUtf8 };
  }
}
