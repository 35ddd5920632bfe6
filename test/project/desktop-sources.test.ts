import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureDesktop } from '../../build/desktop-build.mjs';
import { root } from '../../build/paths.mjs';

// Checks those items of Electron's security checklist that the sources and the built preload show.

describe('in the desktop app’s sources', () => {
  const sources = readdirSync(join(root, 'src/main'), { recursive: true })
    .map((name) => join(root, 'src/main', String(name)))
    .filter((name) => name.endsWith('.ts'));
  const read = (path: string) => readFileSync(path, 'utf8');

  test.each([
    /openPath/,
    /executeJavaScript|insertCSS/,
    /certificate-error|setCertificateVerifyProc|rejectUnauthorized|NODE_TLS/,
    /commandLine|appendSwitch/,
    /disableHardwareAcceleration|enableRemote|remote\b.*enable/,
    /child_process|\beval\(|new Function/,
    /bypassCSP|allowServiceWorkers/,
    /plainText|setUsePlainTextEncryption/,
  ])('no file in src/main contains %s', (pattern) => {
    expect(sources.length).toBeGreaterThan(15);
    for (const path of sources) expect(read(path), path).not.toMatch(pattern);
  });

  test('only the help and the company sign-in open an address outside the app, and it is always the daemon’s', () => {
    const opening = sources.filter((path) => read(path).includes('openExternal'));
    expect(opening).toEqual(['company-sign-in.ts', 'handlers/help.ts'].map((name) => join(root, 'src/main', name)));
    const opened = opening.map((path) => /openExternal\(`\$\{(\w+)\}\//.exec(read(path))?.[1]);
    expect(opened).toEqual(['daemon', 'current']);
  });

  beforeAll(() => expect(ensureDesktop()).toBe(true));

  test('the preload gives the page only functions, and no access to ipcRenderer', () => {
    const preload = read(join(root, 'src/preload/index.ts'));
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
    expect(preload.match(/ipcRenderer\.\w+/g)).toEqual(['ipcRenderer.invoke']);
    expect(
      [...read(join(root, 'out/desktop/preload/index.cjs')).matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name),
    ).toEqual(['electron']);
  });
});
