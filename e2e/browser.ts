import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'

/** The headless shell comes first, because it has no windows and starts in half the time. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Chromium that `e2e/chromium/install.ts` unpacks on Linux x64. */
export const packagedChromium = join(import.meta.dirname, 'chromium/unpacked/start')

/** Returns the path of a Chromium on this machine, or undefined. CHROMIUM_PATH has priority over all others. */
export function findChromium(): string | undefined {
  const paths = [process.env['CHROMIUM_PATH'] ?? '', ...CANDIDATES, packagedChromium, chromium.executablePath()]
  return paths.find((path) => path !== '' && existsSync(path))
}

/** Returns the path of the Chromium to test with. @throws Error if none is found */
export function chromiumPath(): string {
  const found = findChromium()
  if (found === undefined)
    throw new Error('No Chromium found: run "node e2e/chromium/install.ts", or set CHROMIUM_PATH')
  return found
}

/** Quiet, offline, with few processes. Without the OS sandbox, which cannot start as root in a container. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // The packaged build crashes at startup with this option.
  ...(findChromium() === packagedChromium ? [] : ['--in-process-gpu']),
  '--process-per-site',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds, so optimising compilers would cost more than they save.
  '--js-flags=--no-opt,--no-maglev',
]
