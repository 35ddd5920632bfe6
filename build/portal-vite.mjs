// How electron-vite (the desktop app) and vite alone (the daemon's /portal) build the Portal's renderer.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { root } from './paths.mjs';
import { slimContract } from './slim-contract.mjs';

/**
 * Relative addresses, so that the same files work under /portal/ and portal://app/. The nonce is a placeholder: the
 * server of the page (the daemon or Electron's main process) puts a fresh nonce into the page and into the policy.
 * @returns {import('vite').UserConfig}
 */
export const rendererConfig = () => ({
  root: join(root, 'src/renderer'),
  base: './',
  plugins: [slimContract(), react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(root, 'out/renderer'),
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    cssMinify: true,
    // Nearly all of it is the libraries’, which every screen needs.
    cssCodeSplit: false,
    // The polyfill for modulepreload is an inline script, and every supported browser has modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      input: join(root, 'src/renderer/index.html'),
      output: {
        codeSplitting: {
          // What the first screen or nearly every screen needs travels in few files: many small ones compress worse, and
          // each is a request.
          groups: [
            { name: 'base', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, priority: 3 },
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'common', minShareCount: 35, priority: 1 },
          ],
        },
      },
    },
  },
});
