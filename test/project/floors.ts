import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { type Loader, transformSync } from 'esbuild';

// Defines which folder may import from which. CONTRIBUTING.md shows the table; floors.test.ts reports each breach.

/** The area of a file (`room`), and its feature or screen if it has one. */
interface Place {
  room: Room;
  part?: string;
}

type Room = (typeof rooms)[number][0];

interface Import {
  specifier: string;
  /** Whether the import is written as `import type` or `export type`, and therefore does not exist at run time. */
  typesOnly: boolean;
}

/** The first pattern that matches determines the room. If the pattern has a group, it is the feature or screen. */
const rooms = [
  ['contract', /^daemon\/contract\//],
  ['lib', /^daemon\/(?:lib\/|package\.json$)/],
  ['domain', /^daemon\/domain\//],
  ['db', /^daemon\/db\//],
  ['hot', /^daemon\/hot\//],
  ['event-log', /^daemon\/event-log\//],
  ['rules', /^daemon\/features\/([^/]+)\/(?:.+\/)?[^/]*-rules\.ts$/],
  ['store', /^daemon\/features\/([^/]+)\/(?:.+\/)?[^/]*-store\.ts$/],
  ['routes', /^daemon\/features\/([^/]+)\/(?:.+\/)?[^/]*-routes\.ts$/],
  ['workflow', /^daemon\/features\/([^/]+)\//],
  ['http', /^daemon\/http\//],
  ['jobs', /^daemon\/jobs\//],
  ['delivery', /^daemon\/delivery\//],
  ['demo', /^daemon\/demo\//],
  ['top', /^daemon\/(?:cli\/.+|compose(?:-\w+)?|main|sqlite-worker|large-body-worker|event-report-worker)(?:\.ts)?$/],
  ['config', /^daemon\/config(?:-\w+)?\.ts$/],
  ['sdk', /^sdk\//],
  ['preload-api', /^src\/preload\/(?:api|desktop-refusals)\.ts$/],
  ['preload', /^src\/preload\//],
  ['portal-main', /^src\/main\//],
  ['screen', /^src\/renderer\/features\/([^/]+)\//],
  ['renderer-lib', /^src\/renderer\/lib\//],
  ['texts', /^src\/renderer\/texts\//],
  ['client', /^src\/renderer\/client\//],
  ['components', /^src\/renderer\/components\//],
  ['creator-page', /^src\/renderer\/creator\//],
  ['docs-page', /^src\/renderer\/docs\//],
  ['app', /^src\/renderer\/(?:app\/|public\/|main\.tsx$)/],
  ['outside', /^(?:test|build)\//],
] as const;

type Rule = (from: Place, to: Place, typesOnly: boolean) => boolean;

const into =
  (...allowed: Room[]): Rule =>
  (_from, to) =>
    allowed.includes(to.room);
const ownPart =
  (...allowed: Room[]): Rule =>
  (from, to) =>
    allowed.includes(to.room) && from.part === to.part;
const typesInto =
  (...allowed: Room[]): Rule =>
  (_from, to, typesOnly) =>
    typesOnly && allowed.includes(to.room);
const any =
  (...rules: Rule[]): Rule =>
  (from, to, typesOnly) =>
    rules.some((rule) => rule(from, to, typesOnly));

const features: Room[] = ['rules', 'store', 'routes', 'workflow'];
const daemonRooms: Room[] = [
  'lib',
  'contract',
  'domain',
  'db',
  'hot',
  'event-log',
  ...features,
  'http',
  'jobs',
  'delivery',
  'demo',
  'config',
  'top',
];

const portalBase: Room[] = ['preload-api', 'contract'];
/** Rooms whose files run in a browser. */
const PORTAL_ROOMS: Room[] = [
  'renderer-lib',
  'texts',
  'client',
  'components',
  'screen',
  'creator-page',
  'docs-page',
  'app',
];

/** What each room may import from this project. A room may import from itself only if its rule includes it. */
const mayImport: Record<Room, Rule> = {
  lib: into('lib'),
  contract: into('contract', 'lib'),
  db: into('db', 'lib'),
  domain: into('domain', 'contract', 'lib'),
  // Between its reads and its writes, a hot statement applies rules of `domain`.
  hot: into('hot', 'db', 'domain', 'contract', 'lib'),
  // Features that read or change events work on any event log.
  'event-log': into('event-log', 'db', 'domain', 'contract', 'lib'),
  rules: any(into('domain', 'contract', 'lib'), ownPart('rules'), typesInto('event-log')),
  store: any(into('db', 'domain', 'contract', 'lib'), ownPart('store', 'rules'), typesInto('event-log')),
  workflow: any(
    into('store', 'workflow', 'event-log', 'db', 'domain', 'contract', 'lib'),
    ownPart('rules'),
    typesInto('hot'),
  ),
  routes: any(
    ownPart('workflow', 'store', 'rules'),
    into('domain', 'contract', 'lib'),
    typesInto('db', 'hot', 'event-log'),
  ),
  http: any(into('http', 'contract', 'lib', 'db', 'domain', ...features), typesInto('hot', 'event-log')),
  jobs: into('jobs', 'contract', 'lib', 'db', 'domain', 'event-log', ...features),
  delivery: into('delivery', 'contract', 'lib', 'db', 'domain', ...features),
  demo: into('demo', 'contract', 'lib', 'db', 'domain', 'hot', 'event-log', ...features),
  config: into('config', 'lib', 'contract'),
  top: into(...daemonRooms),
  sdk: into('sdk'),
  'preload-api': into('contract', 'preload-api'),
  preload: into('preload', 'preload-api', 'contract'),
  'portal-main': into('portal-main', 'preload-api', 'contract'),
  'renderer-lib': into('renderer-lib', ...portalBase),
  texts: into('texts', 'renderer-lib', ...portalBase),
  client: into('client', 'texts', 'renderer-lib', ...portalBase),
  components: into('components', 'client', 'texts', 'renderer-lib', ...portalBase),
  screen: any(into('components', 'client', 'texts', 'renderer-lib', ...portalBase), ownPart('screen')),
  'creator-page': into('creator-page', 'texts', 'renderer-lib', ...portalBase),
  'docs-page': into('texts', 'contract'),
  app: into('app', 'screen', 'components', 'client', 'texts', 'renderer-lib', ...portalBase),
  outside: () => true,
};

/** Returns whether a path is that of a source file, which can contain imports, or of a migration. */
export const looksAt = (path: string) => /^(?:daemon|sdk|src|test|build)\/.+\.(?:[cm]?[jt]sx?|sql)$/.test(path);

/** Returns one line for each import and statement that breaks the rules. `files` contains the source at each path. */
export function floorFaults(files: Map<string, string>): string[] {
  return [...files].filter(([path]) => looksAt(path)).flatMap(([path, source]) => fileFaults(path, source));
}

function fileFaults(path: string, source: string): string[] {
  if (path.endsWith('.sql')) return cascadeFaults(path, source.replace(/--.*$/gm, ''));
  const from = placeOf(path);
  if (!from) return [`${path}: belongs to no area; add one in test/project/floors.ts`];
  let code: string;
  try {
    code = withoutTypes(path, source);
  } catch {
    return [`${path}: cannot be parsed`];
  }
  const faults = importsOf(source, code).flatMap((found) => importFaults(path, from, found));
  if (path.startsWith('daemon/')) {
    if (from.room === 'http' && /\bfrom "drizzle-orm/.test(code))
      faults.push(`${path}: queries the database itself; a store must do this`);
    faults.push(...cascadeFaults(path, code));
    if (from.room !== 'db' && from.room !== 'hot' && /\.transaction\s*\(/.test(code)) {
      faults.push(`${path}: calls .transaction( itself; writes go through daemon/db`);
    }
  }
  return faults;
}

export interface FileImport {
  path: string;
  target: string;
}

/** Returns the imports between the daemon's files. */
export function importsAmong(files: Map<string, string>): FileImport[] {
  const sources = [...files].filter(([path]) => /^daemon\/.+\.ts$/.test(path));
  return sources.flatMap(([path, source]) =>
    importsOf(source, withoutTypes(path, source)).flatMap(({ specifier }) => {
      const target = targetOf(path, specifier);
      return target === undefined ? [] : [{ path, target }];
    }),
  );
}

/** Returns the imports between features that are part of a cycle. */
export function featureCircles(imports: readonly FileImport[]): string[] {
  const between = imports.filter(({ path, target }) => {
    const [from, to] = [featureOf(path), featureOf(target)];
    return from !== undefined && to !== undefined && from !== to;
  });
  const reach = (from: string | undefined, seen = new Set<string | undefined>()): Set<string | undefined> => {
    for (const { path, target } of between) {
      if (featureOf(path) !== from || seen.has(featureOf(target))) continue;
      seen.add(featureOf(target));
      reach(featureOf(target), seen);
    }
    return seen;
  };
  const reached = new Map(
    [...new Set(between.map(({ target }) => featureOf(target)))].map((name) => [name, reach(name)]),
  );
  return between
    .filter(({ path, target }) => reached.get(featureOf(target))?.has(featureOf(path)))
    .map(({ path, target }) => `${path} imports ${target}`);
}

const featureOf = (path: string) => /^daemon\/features\/([^/]+)\//.exec(path)?.[1];

/** Returns the files of `daemon/domain/` that at most one feature or area uses, unless this is `hot` or `domain`. */
export function unsharedRules(paths: Iterable<string>, imports: readonly FileImport[]): string[] {
  return [...paths]
    .filter((path) => path.startsWith('daemon/domain/'))
    .filter((rules) => {
      const users = new Set(
        imports.filter(({ target }) => target === rules).map(({ path }) => featureOf(path) ?? placeOf(path)?.room),
      );
      return users.size < 2 && !users.has('hot') && !users.has('domain');
    });
}

function importFaults(path: string, from: Place, { specifier, typesOnly }: Import): string[] {
  const target = targetOf(path, specifier);
  if (target === undefined) return packageFaults(path, from, specifier);
  const to = placeOf(target);
  if (!to) return from.room === 'outside' ? [] : [`${path}: imports ${specifier}, which belongs to no area`];
  if (mayImport[from.room](from, to, typesOnly)) return [];
  const asTypes = mayImport[from.room](from, to, true) ? ' (only with import type)' : '';
  return [`${path}: ${nameOf(from)} may not import ${specifier} from ${nameOf(to)}${asTypes}`];
}

function packageFaults(path: string, { room }: Place, specifier: string): string[] {
  const browser = PORTAL_ROOMS.includes(room);
  if (/^electron(?:\/|$)/.test(specifier) && (browser || !path.startsWith('src/'))) {
    return [`${path}: may not import electron`];
  }
  if (browser && (specifier.startsWith('node:') || builtinModules.includes(specifier))) {
    return [`${path}: runs in a browser and may not import ${specifier}`];
  }
  return [];
}

function cascadeFaults(path: string, code: string): string[] {
  const cascades = /on\s+delete\s+cascade|onDelete['"]?\s*:\s*['"`]cascade/i.test(code);
  return cascades ? [`${path}: deletes by cascade; delete rows explicitly instead`] : [];
}

function placeOf(path: string): Place | undefined {
  for (const [room, pattern] of rooms) {
    const match = pattern.exec(path) as (RegExpExecArray & { 1?: string }) | null;
    if (match) return { room, part: match[1] };
  }
  return undefined;
}

function nameOf({ room, part }: Place) {
  return part ? `${room} (${part})` : room;
}

/** Returns the path in the project that an import refers to, or undefined for a package. */
function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
  const workspace = /^(redeemd|service-sdk)(?:\/(.*))?$/.exec(specifier);
  if (!workspace) return undefined;
  return workspace[1] === 'redeemd' ? `daemon/${workspace[2] ?? 'main.ts'}` : `sdk/${workspace[2] ?? 'index.ts'}`;
}

/** Returns the program without comments or type imports. Value imports are kept even if they are unused. */
function withoutTypes(path: string, source: string): string {
  const ending = posix.extname(path).replace(/^\.[cm]/, '.');
  return transformSync(source, {
    loader: ending.slice(1) as Loader,
    legalComments: 'none',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  }).code;
}

function importsOf(source: string, code: string): Import[] {
  const typesOnly = /^\s*(?:import|export)\s+type\s+[\w$\s{},*]*?\bfrom\s*['"]([^'"]+)['"]/gm;
  const values =
    /^(?:import|export)\b[^;'"=(]*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"|\b(?:import|require)\("([^"]+)"\)/gm;
  const collect = (text: string, pattern: RegExp, typesOnly: boolean) =>
    [...text.matchAll(pattern)].map((match) => ({ specifier: match.slice(1).find(Boolean) ?? '', typesOnly }));
  return [...collect(source, typesOnly, true), ...collect(code, values, false)];
}
