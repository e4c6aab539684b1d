import { existsSync } from 'node:fs'

/** The headless shell first: it starts in half the time, having no windows of its own. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** A Chromium that is already on this machine; CHROMIUM_PATH names another one. */
export function chromiumPath(): string {
  const found = [process.env['CHROMIUM_PATH'] ?? '', ...CANDIDATES].find((path) => path !== '' && existsSync(path))
  if (!found) throw new Error('No Chromium found: install it or set CHROMIUM_PATH')
  return found
}

/** Quiet and offline, in few processes; without the OS sandbox, which cannot start as root in a container. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--process-per-site',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds: what the optimising compilers take, nobody gets back.
  '--js-flags=--no-opt,--no-maglev',
] as const
