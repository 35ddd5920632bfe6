import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { packPortal } from '../../build/portal-dist.mjs';
import {
  asar,
  FuseV1Options,
  getCurrentFuseWire,
  writePlaceholderElectron,
} from '../support/packaging/placeholder-electron.ts';

// The packer packs the real bundles with a placeholder for Electron. dpkg creates and unpacks the deb, but no program
// in it is run.

const NAME = 'redeemd-portal';
const hasDpkg = process.platform === 'linux' && spawnSync('dpkg-deb', ['--version']).status === 0;

describe.skipIf(!hasDpkg)(
  `the packed app${hasDpkg ? '' : ' (skipped: no dpkg on this machine)'}`,
  { timeout: 90_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-package-'));
    const out = join(folder, 'out');
    const installed = join(folder, 'installed');
    const home = join(installed, 'opt/redeemd Portal');
    const pack = (args: string[], more: Record<string, string> = {}) => {
      const env = { ...process.env, CUSTOM_FPM_PATH: join(root, 'test/support/packaging/fpm-by-dpkg.mjs'), ...more };
      const all = ['--linux', 'deb', `-c.directories.output=${out}`, ...args];
      const { status, stdout, stderr } = packPortal(all, { env, stdio: 'pipe' });
      expect(status, stdout + stderr).toBe(0);
    };
    const debFile = () => join(out, readdirSync(out).find((name) => name.endsWith('.deb')) ?? '');
    const debFiles = () => execFileSync('dpkg-deb', ['--contents', debFile()], { encoding: 'utf8' });

    beforeAll(() => {
      writePlaceholderElectron(join(folder, 'electron'));
      pack([`-c.electronDist=${join(folder, 'electron')}`]);
      mkdirSync(join(installed, 'var/lib/dpkg/info'), { recursive: true });
      mkdirSync(join(installed, 'var/lib/dpkg/updates'));
      for (const file of ['status', 'available']) writeFileSync(join(installed, 'var/lib/dpkg', file), '');
      const forced = ['--force-not-root', '--force-depends', '--force-bad-path'];
      execFileSync('dpkg', [`--root=${installed}`, ...forced, '--unpack', debFile()], { stdio: 'pipe' });
    }, 180_000);
    afterAll(() => rmSync(folder, { recursive: true }));

    test('contains the app’s bundles and nothing else', () => {
      const archive = join(home, 'resources/app.asar');
      const files = asar.listPackage(archive, { isPack: false }).filter((path) => /\.\w+$/.test(path));
      const others = files.filter((path) => !path.startsWith('/out/desktop/renderer/'));
      expect(others.sort()).toEqual(['/out/desktop/main/index.cjs', '/out/desktop/preload/index.cjs', '/package.json']);
      expect(files.filter((path) => !/\.(?:js|css|svg|woff2|html|cjs|json)$/.test(path))).toEqual([]);
      const about = JSON.parse(asar.extractFile(archive, 'package.json').toString());
      expect(about).toMatchObject({ name: NAME, main: 'out/desktop/main/index.cjs', desktopName: `${NAME}.desktop` });
      expect(about.scripts ?? about.dependencies ?? about.devDependencies).toBeUndefined();
      expect(asar.extractFile(archive, 'out/desktop/main/index.cjs')).toEqual(
        readFileSync(join(root, 'out/desktop/main/index.cjs')),
      );
    });

    test('has every fuse set as intended', async () => {
      const wire = await getCurrentFuseWire(join(home, NAME));
      const isOn = (fuse: number) => String.fromCharCode(Number(wire[fuse as 0])) === '1';
      const on = Object.entries(FuseV1Options).flatMap(([name, fuse]) =>
        typeof fuse === 'number' && isOn(fuse) ? name : [],
      );
      expect(on).toEqual(['EnableCookieEncryption', 'EnableEmbeddedAsarIntegrityValidation', 'OnlyLoadAppFromAsar']);
    });

    test('is installed with a menu entry, icons and a handler for its links', () => {
      const entry = readFileSync(join(installed, `usr/share/applications/${NAME}.desktop`), 'utf8').split('\n');
      expect(entry).toContain(`Exec="/opt/redeemd Portal/${NAME}" %U`);
      expect(entry).toContain('MimeType=x-scheme-handler/redeemd;');
      expect(entry).toContain(`StartupWMClass=${NAME}`);
      for (const size of [16, 32, 48, 64, 128, 256, 512]) {
        const icon = readFileSync(join(installed, `usr/share/icons/hicolor/${size}x${size}/apps/${NAME}.png`));
        expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([size, size]);
      }
      const told = execFileSync('dpkg', [`--root=${installed}`, '--status', NAME], { encoding: 'utf8' });
      expect(told).toMatch(/^Status: install ok unpacked$/m);
      expect(told).toMatch(/^Maintainer: .+@.+$/m);
      expect(told).toMatch(/^Homepage: https:/m);
      const outside = debFiles()
        .split('\n')
        .filter((line) => line !== '' && !/ \.\/(?:(?:opt|usr)\/.*)?$/.test(line));
      expect(outside).toEqual([]);
    });

    test('contains the AppArmor profile that Ubuntu 24.04 needs, and installs it', () => {
      const profile = readFileSync(join(home, 'resources/apparmor-profile'), 'utf8');
      expect(profile).toContain(`profile "${NAME}" "/opt/redeemd Portal/${NAME}" flags=(unconfined) {\n  userns,`);
      const script = join(folder, 'postinst');
      writeFileSync(script, execFileSync('dpkg-deb', ['--info', debFile(), 'postinst']));
      expect(readFileSync(script, 'utf8')).toContain(`APPARMOR_PROFILE_TARGET='/etc/apparmor.d/${NAME}'`);
      execFileSync('bash', ['-n', script]);
      expect(statSync(join(home, NAME)).mode & 0o111).toBe(0o111);
    });

    test('checks for updates only at the https address set when it was built', () => {
      expect(existsSync(join(home, 'resources/app-update.yml'))).toBe(false);
      const plain = { REDEEMD_UPDATES_URL: 'http://updates.example' };
      expect(() => pack([], plain)).toThrow('REDEEMD_UPDATES_URL must be an https address.');
      const unpacked = join(out, 'linux-unpacked');
      pack([`--prepackaged=${unpacked}`], { REDEEMD_UPDATES_URL: 'https://updates.example/a' });
      const feed = readFileSync(join(unpacked, 'resources/app-update.yml'), 'utf8');
      expect(feed).toMatch(/^provider: generic\nurl: https:\/\/updates\.example\/a$/m);
    });
  },
);
