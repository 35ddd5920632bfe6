import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In a checkout, the build is in `out/`; in a package of the daemon alone, it is next to the daemon's bundle. */
const FOLDERS = ['../../out/renderer/', './portal/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** A page of the documentation, rendered by `build/help-pages.mjs`. */
export interface HelpPage {
  name: string;
  title: string;
  html: string;
}

export interface PortalBuild {
  folder: string;
  /** The names of the build's files as they appear in URLs. */
  names: ReadonlySet<string>;
  /** The files of which the build also contains a gzipped copy, so that the daemon spends no time on compression. */
  packed: ReadonlySet<string>;
  page: string;
  /** The creator page; null in a build for the desktop app. */
  creatorPage: string | null;
  /** The pages of the documentation by name, in the order of the table of contents. */
  help: ReadonlyMap<string, HelpPage>;
  /** The time at which `index.html` was written. If it changes, the daemon reads the build again. */
  madeAt: number;
}

/** Returns the current build, or null if there is none. */
export type PortalReader = () => PortalBuild | null;

/** Creates a reader of the current build. Each call costs one `stat`, which detects a new `npm run portal:build`. */
export function createPortalReader(folders: readonly string[] = FOLDERS): PortalReader {
  let build: PortalBuild | null = null;
  return () => {
    const folder = folders.find((candidate) => existsSync(join(candidate, 'index.html')));
    if (!folder) return null;
    const madeAt = statSync(join(folder, 'index.html')).mtimeMs;
    if (build?.folder !== folder || build.madeAt !== madeAt) build = { ...readBuild(folder), madeAt };
    return build;
  };
}

const CREATOR_PAGE = 'creator/index.html';

function readBuild(folder: string): Omit<PortalBuild, 'madeAt'> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = paths.filter((path) => !path.startsWith('.')).map((path) => path.split(sep).join('/'));
  const [names, packed] = [files.filter((file) => !file.endsWith('.gz')), files.filter((file) => file.endsWith('.gz'))];
  return {
    folder,
    names: new Set(names),
    packed: new Set(packed.map((file) => file.slice(0, -'.gz'.length))),
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
    creatorPage: names.includes(CREATOR_PAGE) ? readFileSync(join(folder, CREATOR_PAGE), 'utf8') : null,
    help: new Map(readHelp(folder).map((page) => [page.name, page])),
  };
}

function readHelp(folder: string): HelpPage[] {
  const file = join(folder, 'help/pages.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}
