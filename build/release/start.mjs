// Runs before all other code of a release. It rejects a wrong Node version and files that differ from the release, so
// that an incomplete or damaged copy does not cause unclear errors later.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const read = (/** @type {string} */ file) => readFileSync(join(folder, file));

function findFault() {
  const { platform, nodes } = JSON.parse(String(read('package.json'))).release;
  const here = `${process.platform}-${process.arch}`;
  if (platform !== here) return `This release is for ${platform}; this machine is ${here}.`;
  const { node } = process.versions;
  if (!nodes.includes(Number.parseInt(node, 10)))
    return `This release is for Node ${nodes.join(', ')}; this is Node ${node}. Use the release for your Node version.`;
  for (const line of String(read('SHA256SUMS')).trimEnd().split('\n')) {
    const [sum, file = ''] = line.split(/ {2}/);
    if (createHash('sha256').update(read(file)).digest('hex') !== sum)
      return `${file} differs from the file in the release. Unpack the release again.`;
  }
  return undefined;
}

let fault;
try {
  fault = findFault();
} catch (error) {
  fault = `The release is not complete: ${error instanceof Error ? error.message : error}`;
}
if (fault) {
  process.stderr.write(`redeemd: ${fault}\n`);
  process.exit(1);
}
await import(new URL('./main.js', import.meta.url).href);
