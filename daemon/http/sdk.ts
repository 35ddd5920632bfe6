import type { Express, Request } from 'express';
import { isUnchanged } from '../features/dashboard/etag-rules.ts';
import { SDK_HASH } from '../features/sdk-builds/sdk-build-rules.ts';
import type { SdkPackage } from '../features/sdk-builds/sdk-package-rules.ts';
import type { AppDeps } from './app-deps.ts';
import { OPEN_TO_PAGES } from './cors.ts';
import { type HttpAnswer, jsonAnswer, problemAnswer } from './messages.ts';
import { newRequestId } from './request-id.ts';
import type { PackedBuild } from './sdk-builds.ts';
import { send } from './traffic.ts';

/**
 * `/sdk.js` is cached briefly, so that players soon get a new build. The content of a URL with a hash never changes.
 */
const SOON = 'public, max-age=300';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Mounts the SDK's browser build with this daemon's public URL inside. `/sdk.js` is the newest build and `/sdk.json`
 * contains its pinned URL and hash; every daemon on the same database serves a pinned build forever.
 */
export function mountSdk(app: Express, deps: Pick<AppDeps, 'traffic' | 'log' | 'sdk' | 'publicUrl'>): void {
  const { traffic, log, sdk, publicUrl } = deps;
  const { scripts } = sdk;
  // These headers are set before anything can fail, so that a page can read even a refusal.
  app.get(['/sdk.js', '/sdk.json', '/sdk/:file'], (_request, response, next) => {
    response.set(OPEN_TO_PAGES);
    next();
  });
  app.get('/sdk.js', async (request, response) => {
    const build = await scripts.current();
    if (!build) return send(traffic, response, missing());
    // If the database fails, the page still gets the SDK: no page can have pinned a build that was never stored.
    await scripts.keep(build).catch((error) => log.warn('The build of the SDK could not be stored', { error }));
    send(traffic, response, scriptAnswer(request, build, SOON));
  });
  app.get('/sdk.json', async (_request, response) => {
    const build = await scripts.current();
    if (!build) return send(traffic, response, missing());
    await scripts.keep(build);
    const pack = await sdk.packages.current();
    if (pack) await sdk.packages.keep(pack);
    const { hash, integrity, version } = build;
    const ofPackage = pack && { url: `${publicUrl()}/${pack.file}`, integrity: pack.integrity };
    const body = JSON.stringify({ version, url: `${publicUrl()}/sdk/${hash}.js`, integrity, package: ofPackage });
    send(traffic, response, jsonAnswer(newRequestId(), 200, body));
  });
  app.get('/sdk/:file', async (request, response) => {
    const hash = request.params.file.replace(/\.js$/, '');
    const isName = request.params.file.endsWith('.js') && SDK_HASH.test(hash);
    const build = isName ? await scripts.find(hash) : null;
    send(traffic, response, build ? scriptAnswer(request, build, FOR_EVER) : unknown());
  });
}

/**
 * Mounts the SDK's npm package with this daemon's public URL inside. `/service-sdk.tgz` is the newest one; a name with a
 * version and a hash is served forever.
 */
export function mountSdkPackage(app: Express, { traffic, sdk: { packages } }: Pick<AppDeps, 'traffic' | 'sdk'>): void {
  app.get('/service-sdk.tgz', async (request, response) => {
    const build = await packages.current();
    if (!build) return send(traffic, response, missing());
    await packages.keep(build);
    send(traffic, response, packageAnswer(request, build, SOON));
  });
  app.get('/service-sdk-:name', async (request, response) => {
    const [, hash = ''] = PINNED_PACKAGE.exec(request.params.name) ?? [];
    const build = hash ? await packages.find(hash) : null;
    const isIt = build?.file === `service-sdk-${request.params.name}`;
    send(traffic, response, isIt ? packageAnswer(request, build, FOR_EVER) : unknown());
  });
}

const PINNED_PACKAGE = /^\d+\.\d+\.\d+-([0-9a-f]{32})\.tgz$/;

function packageAnswer(request: Request, { hash, bytes }: SdkPackage, cacheControl: string): HttpAnswer {
  const etag = `"${hash}"`;
  const headers = { 'Cache-Control': cacheControl, ETag: etag };
  if (isUnchanged(request.headers['if-none-match'], etag)) return { status: 304, headers, body: '' };
  return { status: 200, headers: { ...headers, 'Content-Type': 'application/gzip' }, body: bytes };
}

function scriptAnswer(request: Request, build: PackedBuild, cacheControl: string): HttpAnswer {
  const encoding = encodingOf(request);
  const etag = `"${build.hash}-${encoding}"`;
  const headers = { 'Cache-Control': cacheControl, ETag: etag, Vary: 'Accept-Encoding' };
  if (isUnchanged(request.headers['if-none-match'], etag)) return { status: 304, headers, body: '' };
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': 'text/javascript; charset=utf-8',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    },
    body: build[encoding],
  };
}

/** Returns the smallest encoding that the browser accepts; the order of Accept-Encoding has no meaning. */
function encodingOf(request: Request): 'br' | 'gzip' | 'identity' {
  const taken = request.acceptsEncodings();
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity';
}

const missing = () =>
  problemAnswer({ code: 'unavailable', detail: 'This daemon was built without the SDK.' }, newRequestId());
const unknown = () =>
  problemAnswer({ code: 'not_found', detail: 'No build of the SDK has this hash.' }, newRequestId());
