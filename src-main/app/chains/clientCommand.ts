import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Only a checkout has the window's sources; they are two folders above a bundle, three above this file. */
const SOURCES = ['../../src-renderer', '../../../src-renderer']

/** How chainwright-cli is called here: by its name where the program is installed, through npm in a checkout. */
export function clientCommand(): string {
  const checkout = SOURCES.some((path) => existsSync(fileURLToPath(new URL(path, import.meta.url))))
  return checkout ? 'npm run -s cli --' : 'chainwright-cli'
}
