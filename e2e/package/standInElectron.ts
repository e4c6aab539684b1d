/**
 * Creates a zip like a release of Electron, with the stand-in as its program; packers and launchers cannot distinguish
 * it. The executable is a script that runs Node.js with e2e/stand-in/packaged.ts, followed by Electron's fuses.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../support/daemon.ts'

/**
 * Marker by which @electron/fuses finds the fuses in a binary. It is followed by the layout version, the number of
 * fuses, and each fuse as in Electron's releases.
 */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const AS_RELEASED = '101100101'

const SCRIPT = '#!/bin/sh\nexec "$STAND_IN_NODE" "$STAND_IN_PROGRAM" "$0" "$@"\n'

/** Returns the folder with the zip. */
export function makeElectronZip(version: string, arch: string): string {
  const folder = temporaryFolder()
  const files = join(folder, 'files')
  const fuses = Buffer.concat([
    Buffer.from(`${SCRIPT}${SENTINEL}`),
    Buffer.from([1, AS_RELEASED.length]),
    Buffer.from(AS_RELEASED),
  ])
  const contents: Readonly<Record<string, string | Uint8Array>> = {
    ...{ electron: fuses, version, LICENSE: 'MIT\n', 'LICENSES.chromium.html': '<html></html>\n' },
    ...{ 'resources/default_app.asar': 'not this one', 'locales/en-US.pak': 'words' },
  }
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), content)
  }
  chmodSync(join(files, 'electron'), 0o755)
  const name = join(folder, `electron-v${version}-linux-${arch}.zip`)
  const { status, stderr } = spawnSync('zip', ['-q', '-r', name, '.'], { cwd: files, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return folder
}
