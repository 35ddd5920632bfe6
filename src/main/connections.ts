import { z } from 'zod';
import { type Environment, environmentColour, environmentName } from '../../daemon/contract/environment.ts';
import type { KnownServer, ServerProfile } from '../preload/api.ts';
import { readAddress } from './daemon-address.ts';
import { readJsonFile, writePrivateFile } from './private-file.ts';

const MOST_KNOWN = 10;

interface Book {
  current: string | null;
  known: KnownServer[];
}

export interface ConnectionBook {
  read(): Book;
  isKnown(url: string): boolean;
  /** Sets the current server. If it is null, the app asks the user to choose one. */
  choose(url: string | null): void;
  /** Sets the name and colour that the user gives a server. */
  describe(url: string, profile: ServerProfile): void;
  /** Saves the environment that a server reports. The app shows its name and colour if the user has set none. */
  note(url: string, environment: Environment): void;
  forget(url: string): void;
}

const PROFILE = { name: null, colour: null, environment: null };
const server = z.object({
  url: z.string(),
  name: z.string().nullable().catch(null),
  colour: environmentColour.nullable().catch(null),
  environment: z.object({ name: environmentName, colour: environmentColour.nullable() }).nullable().catch(null),
});
const bookFile = z.object({
  current: z.string().nullable(),
  // Earlier versions saved only the address.
  known: z.array(z.union([z.string().transform((url) => ({ url, ...PROFILE })), server])),
});

/** Opens the list of daemons that this app has been connected to, most recent first. */
export function openConnections(file: string): ConnectionBook {
  let book = readBook(file);
  const change = (next: Book) => {
    book = next;
    try {
      writePrivateFile(file, JSON.stringify(book));
    } catch (error) {
      console.error('The list of servers could not be saved:', error);
    }
  };
  const find = (url: string) => book.known.find((known) => known.url === url);
  const others = (url: string) => book.known.filter((known) => known.url !== url);
  const set = (url: string, changes: Partial<KnownServer>) =>
    change({ ...book, known: book.known.map((known) => (known.url === url ? { ...known, ...changes } : known)) });
  return {
    read: () => structuredClone(book),
    isKnown: (url) => find(url) !== undefined,
    choose(url) {
      const known = url === null ? book.known : [find(url) ?? { url, ...PROFILE }, ...others(url)];
      change({ current: url, known: known.slice(0, MOST_KNOWN) });
    },
    describe: set,
    note(url, environment) {
      const { name, colour } = find(url)?.environment ?? {};
      if (name !== environment.name || colour !== environment.colour) set(url, { environment });
    },
    forget: (url) => change({ current: book.current === url ? null : book.current, known: others(url) }),
  };
}

/** Reads the file. A user may have edited it, so its addresses are checked like typed ones. */
function readBook(file: string): Book {
  const { current = null, known = [] } = bookFile.safeParse(readJsonFile(file)).data ?? {};
  const isFit = (url: string) => {
    const read = readAddress(url);
    return read.ok && read.url === url;
  };
  const fit = known.filter(({ url }) => isFit(url));
  // The current address is used only if it is in the list of confirmed addresses.
  return { current: fit.some(({ url }) => url === current) ? current : null, known: fit };
}
