import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'

/** The headless shell first: it starts in half the time, having no windows of its own. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The Chromium that `e2e/chromium/install.ts` unpacks on Linux x64. */
export const packagedChromium = join(import.meta.dirname, 'chromium/unpacked/start')

/** Path of a Chromium on this machine, or undefined. CHROMIUM_PATH goes before all others. */
export function findChromium(): string | undefined {
  const paths = [process.env['CHROMIUM_PATH'] ?? '', ...CANDIDATES, packagedChromium, chromium.executablePath()]
  return paths.find((path) => path !== '' && existsSync(path))
}

/** Path of the Chromium to test with. @throws Error if there is none */
export function chromiumPath(): string {
  const found = findChromium()
  if (found === undefined)
    throw new Error('No Chromium found: run "node e2e/chromium/install.ts", or set CHROMIUM_PATH')
  return found
}

/** Quiet and offline, in few processes; without the OS sandbox, which cannot start as root in a container. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // The packaged build ends at its start with this option.
  ...(findChromium() === packagedChromium ? [] : ['--in-process-gpu']),
  '--process-per-site',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds: what the optimising compilers take, nobody gets back.
  '--js-flags=--no-opt,--no-maglev',
]
