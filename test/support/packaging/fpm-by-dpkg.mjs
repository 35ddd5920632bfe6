#!/usr/bin/env node
// Replaces fpm, which electron-builder would download. It creates a deb from the same arguments with dpkg-deb.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FLAGS = ['--force'];
/** @type {Map<string, string[]>} */
const named = new Map();
/** @type {[string, string][]} */
const copies = [];
for (let args = process.argv.slice(2); args.length > 0; ) {
  const [head = '', value = ''] = args;
  if (FLAGS.includes(head)) args = args.slice(1);
  else if (head.startsWith('-')) {
    named.set(head, [...(named.get(head) ?? []), value]);
    args = args.slice(2);
  } else {
    const at = head.lastIndexOf('=');
    copies.push([head.slice(0, at), head.slice(at + 1)]);
    args = args.slice(1);
  }
}
/** @param {string} name */
const one = (name) => named.get(name)?.[0] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'redeemd-deb-'));
chmodSync(folder, 0o755);
try {
  for (const [from, to] of copies) {
    const target = join(folder, to);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true });
  }
  const control = join(folder, 'DEBIAN');
  mkdirSync(control);
  writeFileSync(
    join(control, 'control'),
    [
      `Package: ${one('--name')}`,
      `Version: ${one('--version')}`,
      `Architecture: ${one('--architecture')}`,
      `Maintainer: ${one('--maintainer')}`,
      `Homepage: ${one('--url')}`,
      `Section: ${one('--category')}`,
      `Priority: ${one('--deb-priority')}`,
      `Depends: ${(named.get('-d') ?? []).join(', ')}`,
      `Recommends: ${(named.get('--deb-recommends') ?? []).join(', ')}`,
      `Description: ${one('--description').trimEnd()}`,
      '',
    ].join('\n'),
  );
  for (const [name, option] of /** @type {const} */ ([
    ['postinst', '--after-install'],
    ['postrm', '--after-remove'],
  ]))
    writeFileSync(join(control, name), readFileSync(one(option)), { mode: 0o755 });
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', folder, one('--package')], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
