import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { addressedTo, SDK_HASH, sdkBuildOf } from '../../daemon/features/sdk-builds/sdk-build-rules.ts';

const MARKER = '__REDEEMD_PUBLIC_URL__';

describe('a build of the SDK', () => {
  it.each([
    'https://redeem.example',
    'http://127.0.0.1:8787',
    'https://example.com/path?a=$&b=$1&c=%20',
    `https://example.com/"'\`\${alert(1)}\\`,
    'https://example.com/</script>\u2028\n',
    'https://bücher.example/😀',
  ])('contains the URL %j in any kind of quotes', (url) => {
    const template = `[ "${MARKER}", '${MARKER}', \`${MARKER}\`, "${MARKER}/v1" ]`;
    const { script } = addressedTo(template, url);
    expect(runInNewContext(script)).toEqual([url, url, url, `${url}/v1`]);
    expect(script).toMatch(/^[ -~]*$/);
    expect(script).not.toContain('<');
  });

  it('from a template without a place for the URL is refused', () => {
    expect(() => addressedTo('const base = "";', 'https://redeem.example')).toThrow(MARKER);
  });

  it('is named after the hash of its bytes', () => {
    const build = addressedTo(`"${MARKER}"`, 'https://a.example');
    const digest = createHash('sha384').update(build.script);
    expect(build.integrity).toBe(`sha384-${digest.digest('base64')}`);
    expect(build.hash).toMatch(SDK_HASH);
    expect(sdkBuildOf(build.script)).toEqual(build);
    expect(addressedTo(`"${MARKER}"`, 'https://b.example').hash).not.toBe(build.hash);
  });

  it('takes its version only from the first characters of the text', () => {
    expect(sdkBuildOf('/*! service-sdk 0.4.0 | MIT */x').version).toBe('0.4.0');
    expect(sdkBuildOf(`${' '.repeat(200)}service-sdk 0.4.0`).version).toBeNull();
  });
});
