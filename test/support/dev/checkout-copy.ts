import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../../build/paths.mjs';
import { fillDemo } from '../world/demo.ts';

/** A few days of demo data, because the full year takes a minute. */
const DAYS = 3;

export interface CheckoutCopy {
  folder: string;
  /** Changes a source file in one step and returns a function that undoes it. Throws if the file lacks the text. */
  edit(path: string, before: string, after: string): () => void;
  /** Undoes the edits that a failed test left. */
  restore(): void;
  drop(): void;
}

/** Copies the checkout's sources, so that a test can change them. The copy shares the installed packages. */
export async function copyCheckout(): Promise<CheckoutCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-checkout-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const paths = listed
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  for (const path of paths.filter((path) => !/^(?:docs|test)\//.test(path)))
    cpSync(join(root, path), join(folder, path));
  for (const place of ['', 'daemon', 'sdk', 'src/main']) {
    const packages = join(root, place, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(folder, place, 'node_modules'));
  }
  const database = join(folder, 'data/dev/redeem.db');
  mkdirSync(dirname(database), { recursive: true });
  await fillDemo(`sqlite:${database}`, DAYS);
  const edits = new Set<() => void>();
  const replace = (file: string, text: string) => {
    const draft = join(folder, 'draft');
    writeFileSync(draft, text);
    renameSync(draft, file);
  };
  return {
    folder,
    edit(path, before, after) {
      const file = join(folder, path);
      const text = readFileSync(file, 'utf8');
      if (!text.includes(before)) throw new Error(`${path} has no ${before}`);
      replace(
        file,
        text.replace(before, () => after),
      );
      const undo = () => {
        replace(file, text);
        edits.delete(undo);
      };
      edits.add(undo);
      return undo;
    },
    restore() {
      for (const undo of [...edits].reverse()) undo();
    },
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}
