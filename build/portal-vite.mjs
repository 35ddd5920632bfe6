// Configures the build of the Portal's renderer by electron-vite (the desktop app) and by vite (the daemon's /portal).
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { root } from './paths.mjs';
import { noSchemas, slimContract } from './slim-contract.mjs';

/**
 * Returns the configuration. Addresses are relative, so the same files work under /portal/ and portal://app/. The nonce
 * is a placeholder: the daemon or Electron's main process puts a new one into the page and its policy for each request.
 * @returns {import('vite').UserConfig}
 */
export const rendererConfig = () => ({
  root: join(root, 'src/renderer'),
  base: './',
  plugins: [slimContract(), noSchemas, react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(root, 'out/renderer'),
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    cssMinify: true,
    // Nearly all of the CSS comes from the libraries, and every screen needs it.
    cssCodeSplit: false,
    // The polyfill for modulepreload is an inline script, and every supported browser supports modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1600,
    rolldownOptions: {
      input: join(root, 'src/renderer/index.html'),
      output: {
        // Hashes cannot be compressed, and the first script contains the names of all files, so each hash is short.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // The code that the first screen or nearly every screen needs is in a few large files: small files compress
          // worse, and each needs a request.
          groups: [
            // vite's helper loads other files, so it must not be in a file that waits for the texts of a language.
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|vite[\\/]preload-helper/,
              priority: 3,
            },
            { name: 'start', tags: ['$initial'], priority: 2 },
            // Menus and hints load floating-ui when they first open.
            { name: 'common', test: /^(?!.*@floating-ui)/, minShareCount: 46, priority: 1 },
          ],
        },
      },
    },
  },
});
