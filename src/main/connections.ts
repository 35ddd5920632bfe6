import { z } from 'zod';
import type { Connections } from '../preload/api.ts';
import { readAddress } from './daemon-address.ts';
import { readJsonFile, writePrivateFile } from './private-file.ts';

const MOST_KNOWN = 10;

export interface ConnectionBook {
  read(): Connections;
  /** null: the app shows the choice of a server. */
  choose(url: string | null): void;
  forget(url: string): void;
}

const bookFile = z.object({ current: z.string().nullable(), known: z.array(z.string()) });

/** The daemons that this app was connected to, the latest first. */
export function openConnections(file: string): ConnectionBook {
  let book = readBook(file);
  const change = (next: Connections) => {
    book = next;
    try {
      writePrivateFile(file, JSON.stringify(book));
    } catch (error) {
      console.error('The server’s address could not be kept for the next start:', error);
    }
  };
  const others = (url: string) => book.known.filter((known) => known !== url);
  return {
    read: () => structuredClone(book),
    choose: (url) =>
      change({
        current: url,
        known: url === null ? book.known : [url, ...others(url)].slice(0, MOST_KNOWN),
      }),
    forget: (url) => change({ current: book.current === url ? null : book.current, known: others(url) }),
  };
}

/** A user may have edited the file, so its addresses go through the same check as typed ones. */
function readBook(file: string): Connections {
  const { current = null, known = [] } = bookFile.safeParse(readJsonFile(file)).data ?? {};
  const isFit = (url: string) => {
    const read = readAddress(url);
    return read.ok && read.url === url;
  };
  return { current: current !== null && isFit(current) ? current : null, known: known.filter(isFit) };
}
