import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page, for the desktop and the browser alike. `electron/scripts` builds it and adds the nonce's placeholder. */
export default defineConfig({
  base: '/',
  // The console speaks English; the kit's texts in thirty other languages would only be carried along.
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // The Chromium of the oldest Electron that is supported.
    target: 'chrome130',
    // An inlined file would be a data: URL, which the page's policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      treeshake: {
        // The engine is pure: a module of which nothing is used does nothing either, and stays out.
        moduleSideEffects: (id) => !/[\\/]shared[\\/](?:engine|contract)[\\/]/.test(id),
      },
    },
    // Home starts from one set of files; the budget for it is 220 kB compressed.
    chunkSizeWarningLimit: 800,
  },
})
