import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Only a checkout contains the window's sources: two folders above a bundle, three above this file. */
const SOURCES = ['../../src-renderer', '../../../src-renderer']

/** Returns the command that runs chainwright-cli: its name in an installed program, an npm script in a checkout. */
export function clientCommand(): string {
  const checkout = SOURCES.some((path) => existsSync(fileURLToPath(new URL(path, import.meta.url))))
  return checkout ? 'npm run -s cli --' : 'chainwright-cli'
}
